CREATE TABLE "attempt_answers" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"answer" text NOT NULL,
	"words" text,
	"answered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attempt_answers_answer" CHECK ("attempt_answers"."answer" in ('right', 'nobody_came', 'somebody_here', 'not_called')),
	CONSTRAINT "attempt_answers_words" CHECK (length("attempt_answers"."words") <= 200)
);
--> statement-breakpoint
CREATE TABLE "receiver_choices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receiver_choices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"slot" text NOT NULL,
	"day" date,
	"promised_before" timestamp (3) with time zone,
	"hub_id" uuid,
	"taker" text,
	"taker_name" text,
	"taker_phone" text,
	"words" text,
	"made_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	"desk_asked_at" timestamp (3) with time zone,
	CONSTRAINT "receiver_choices_kind" CHECK ("receiver_choices"."kind" in ('day', 'hold', 'refuse', 'person', 'landmark', 'note')),
	CONSTRAINT "receiver_choices_slot" CHECK ("receiver_choices"."slot" in ('plan', 'person', 'landmark', 'note')),
	CONSTRAINT "receiver_choices_taker" CHECK ("receiver_choices"."taker" in ('gateman', 'receptionist', 'colleague', 'family', 'other')),
	CONSTRAINT "receiver_choices_end" CHECK ("receiver_choices"."ended_by" in ('replaced', 'taken_back', 'desk', 'acted')),
	CONSTRAINT "receiver_choices_ended" CHECK (("receiver_choices"."ended_at" is null) = ("receiver_choices"."ended_by" is null)),
	CONSTRAINT "receiver_choices_day" CHECK (("receiver_choices"."kind" = 'day') = ("receiver_choices"."day" is not null)),
	CONSTRAINT "receiver_choices_hub" CHECK (("receiver_choices"."kind" = 'hold') = ("receiver_choices"."hub_id" is not null)),
	CONSTRAINT "receiver_choices_words" CHECK (length("receiver_choices"."words") <= 200)
);
--> statement-breakpoint
ALTER TABLE "booking_events" DROP CONSTRAINT "booking_events_kind";--> statement-breakpoint
ALTER TABLE "exceptions" DROP CONSTRAINT "exceptions_kind";--> statement-breakpoint
ALTER TABLE "attempt_answers" ADD CONSTRAINT "attempt_answers_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receiver_choices" ADD CONSTRAINT "receiver_choices_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receiver_choices" ADD CONSTRAINT "receiver_choices_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempt_answers_booking" ON "attempt_answers" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "receiver_choices_one" ON "receiver_choices" USING btree ("booking_id","slot") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "receiver_choices_booking" ON "receiver_choices" USING btree ("booking_id","id");--> statement-breakpoint
CREATE INDEX "receiver_choices_hub_id" ON "receiver_choices" USING btree ("hub_id") WHERE hub_id is not null;--> statement-breakpoint
CREATE INDEX "receiver_choices_unwanted" ON "receiver_choices" USING btree ("made_at") WHERE kind = 'refuse' and ended_at is null and desk_asked_at is null;--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_kind" CHECK ("booking_events"."kind" in ('booked', 'status_set', 'undone', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled', 'held_for_collection', 'delivered', 'return_started', 'returned', 'cancelled', 'incident', 'corrected', 'price_set', 'price_accepted', 'paid', 'not_received', 'claim_opened', 'claim_decided', 'day_chosen', 'hold_chosen', 'person_named', 'landmark_given', 'refusal_announced', 'rider_note', 'choice_ended', 'attempt_confirmed', 'attempt_denied', 'noted'));--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_kind" CHECK ("exceptions"."kind" in ('missing', 'extra', 'refused', 'refused_ahead', 'attempt_denied', 'attempts_used', 'unconfirmed_claim', 'deeds_disagree', 'no_destination', 'run_not_closed', 'linehaul_overdue', 'incident', 'deed_unclear', 'phone_silent', 'wrong_pin', 'proof_missing', 'cash_difference', 'transfer_to_confirm', 'not_received', 'not_expected', 'to_complete'));--> statement-breakpoint
-- CHOICE-1, CHOICE-5: words, names and phones go with the receiver, and with the sender.
CREATE FUNCTION forget_choices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receiver_choices SET taker_name = NULL, taker_phone = NULL, words = NULL
    WHERE booking_id = NEW.id AND coalesce(taker_name, taker_phone, words) IS NOT NULL;
  UPDATE attempt_answers SET words = NULL WHERE booking_id = NEW.id AND words IS NOT NULL;
  UPDATE booking_events SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL AND kind IN
    ('person_named', 'landmark_given', 'refusal_announced', 'rider_note', 'choice_ended', 'attempt_confirmed', 'attempt_denied');
  UPDATE exceptions SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL AND kind IN ('attempt_denied', 'refused_ahead');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bookings_forget_choices AFTER UPDATE OF receiver_phone, sender_email ON bookings FOR EACH ROW
  WHEN ((NEW.receiver_phone = 'Not kept' AND OLD.receiver_phone <> 'Not kept')
    OR (NEW.sender_email = 'deleted-customer@account.invalid' AND OLD.sender_email <> 'deleted-customer@account.invalid'))
  EXECUTE FUNCTION forget_choices();
