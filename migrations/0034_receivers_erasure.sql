CREATE TABLE "erased_receivers" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "receiver_choices" ADD COLUMN "hub_before" uuid;--> statement-breakpoint
ALTER TABLE "receiver_choices" ADD CONSTRAINT "receiver_choices_hub_before_hubs_id_fk" FOREIGN KEY ("hub_before") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receiver_choices_hub_before_set" ON "receiver_choices" USING btree ("hub_before") WHERE hub_before is not null;--> statement-breakpoint
ALTER TABLE "receiver_choices" ADD CONSTRAINT "receiver_choices_hub_before" CHECK ("receiver_choices"."kind" = 'hold' or "receiver_choices"."hub_before" is null);--> statement-breakpoint
-- Words about money go with the receiver as with the sender: notes, and references that hold a name, an email or a phone.
CREATE OR REPLACE FUNCTION erase_words_of_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  words text[] := '{}';
BEGIN
  IF NEW.sender_email <> OLD.sender_email THEN
    words := words || words_of(OLD.sender_name, OLD.sender_email, OLD.sender_phone);
  END IF;
  IF NEW.receiver_phone <> OLD.receiver_phone THEN
    words := words || words_of(OLD.receiver_name, coalesce(OLD.receiver_email, ''), OLD.receiver_phone);
  END IF;
  UPDATE booking_charges SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL;
  UPDATE online_payments SET closed_note = NULL WHERE booking_id = NEW.id AND closed_note IS NOT NULL;
  -- The note of a row of a statement says its day and place, and is read when the next statement is matched.
  UPDATE payments SET note = NULL WHERE booking_id = NEW.id AND note NOT LIKE 'Bank statement, %';
  UPDATE settlement_entries SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL;
  UPDATE payments SET reference = erased_reference(method, reference, words, id::text)
    WHERE booking_id = NEW.id AND reference <> erased_reference(method, reference, words, id::text);
  UPDATE settlement_entries SET reference = erased_reference(method, reference, words, id::text)
    WHERE booking_id = NEW.id AND reference <> erased_reference(method, reference, words, id::text);
  -- What a sender wrote about a transfer stays with the sender, unless it names the receiver.
  UPDATE transfer_notices SET reference = NULL, reason = NULL, form_hash = NULL
    WHERE booking_id = NEW.id AND EXISTS (SELECT FROM unnest(words) word WHERE strpos(upper(concat_ws(' ', reference, reason)), word) > 0);
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER bookings_erase_words ON bookings;--> statement-breakpoint
CREATE TRIGGER bookings_erase_words AFTER UPDATE OF sender_email, receiver_phone ON bookings FOR EACH ROW
  WHEN ((NEW.sender_email = 'deleted-customer@account.invalid' AND OLD.sender_email <> NEW.sender_email)
    OR (NEW.receiver_phone = 'Not kept' AND OLD.receiver_phone <> NEW.receiver_phone))
  EXECUTE FUNCTION erase_words_of_booking();
