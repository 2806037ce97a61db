CREATE TABLE "message_months" (
	"month" date PRIMARY KEY NOT NULL,
	"spent_kobo" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "message_months_spent" CHECK ("message_months"."spent_kobo" >= 0)
);
--> statement-breakpoint
CREATE TABLE "receiver_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"failure" text,
	"text" text,
	"provider_id" text,
	"price_kobo" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"passed_on_at" timestamp (3) with time zone,
	CONSTRAINT "receiver_messages_kind" CHECK ("receiver_messages"."kind" in ('booked', 'out_for_delivery', 'could_not_deliver', 'new_day', 'delivered', 'code')),
	CONSTRAINT "receiver_messages_channel" CHECK ("receiver_messages"."channel" in ('whatsapp', 'sms', 'email')),
	CONSTRAINT "receiver_messages_state" CHECK ("receiver_messages"."state" in ('queued', 'sent', 'delivered', 'failed')),
	CONSTRAINT "receiver_messages_failure" CHECK ("receiver_messages"."failure" in ('refused', 'wrong_number', 'away', 'no_answer', 'undelivered', 'ceiling', 'switched_off', 'outdated')),
	CONSTRAINT "receiver_messages_failed" CHECK (("receiver_messages"."state" = 'failed') = ("receiver_messages"."failure" is not null)),
	CONSTRAINT "receiver_messages_price" CHECK ("receiver_messages"."price_kobo" >= 0)
);
--> statement-breakpoint
ALTER TABLE "exceptions" DROP CONSTRAINT "exceptions_kind";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "tells_receivers" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "receiver_links" ADD COLUMN "sender_tells" boolean;--> statement-breakpoint
ALTER TABLE "receiver_links" ADD COLUMN "receiver_stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "receiver_links" ADD COLUMN "code_message" uuid;--> statement-breakpoint
ALTER TABLE "receiver_links" ADD COLUMN "code_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receiver_links" ADD COLUMN "code_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receiver_messages" ADD CONSTRAINT "receiver_messages_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receiver_messages_newest" ON "receiver_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "receiver_messages_booking" ON "receiver_messages" USING btree ("booking_id","created_at");--> statement-breakpoint
CREATE INDEX "receiver_messages_message" ON "receiver_messages" USING btree ("message");--> statement-breakpoint
CREATE INDEX "receiver_messages_provider" ON "receiver_messages" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "receiver_messages_queued" ON "receiver_messages" USING btree ("due_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "receiver_messages_unreported" ON "receiver_messages" USING btree ("taken_at") WHERE taken_at is not null and passed_on_at is null and state in ('queued', 'sent');--> statement-breakpoint
CREATE INDEX "receiver_messages_with_text" ON "receiver_messages" USING btree ("created_at") WHERE text is not null;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_kind" CHECK ("exceptions"."kind" in ('missing', 'extra', 'refused', 'refused_ahead', 'attempt_denied', 'attempts_used', 'unconfirmed_claim', 'deeds_disagree', 'no_destination', 'run_not_closed', 'linehaul_overdue', 'incident', 'deed_unclear', 'phone_silent', 'wrong_pin', 'proof_missing', 'cash_difference', 'transfer_to_confirm', 'not_received', 'not_expected', 'receiver_not_told', 'to_complete'));--> statement-breakpoint
ALTER TABLE "receiver_links" ADD CONSTRAINT "receiver_links_code" CHECK (("receiver_links"."code_message" is null) = ("receiver_links"."code_at" is null));--> statement-breakpoint
-- TELL-1: a mail that was sent is stored under the id of its message.
CREATE FUNCTION message_was_mailed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receiver_messages SET state = 'sent', sent_at = NEW.sent_at WHERE id = NEW.id AND state = 'queued';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER mails_of_messages AFTER INSERT ON mails FOR EACH ROW WHEN (NEW.kind = 'receiver_message') EXECUTE FUNCTION message_was_mailed();--> statement-breakpoint
-- RECEIVER-5, TELL-10: the kept mails to the receiver go with them, and nothing more is sent.
CREATE OR REPLACE FUNCTION forget_receiver_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM receiver_links WHERE booking_id = NEW.id;
  DELETE FROM mails WHERE booking_id = NEW.id AND kind IN ('receiver_message', 'receiver_out_for_delivery', 'receiver_new_pin');
  UPDATE receiver_messages SET state = 'failed', failure = 'outdated', failed_at = now()
    WHERE booking_id = NEW.id AND state = 'queued' AND taken_at IS NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
-- TELL-10: texts name both people of a booking: they go as soon as one of them is erased.
CREATE FUNCTION forget_message_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receiver_messages SET text = NULL WHERE booking_id = NEW.id AND text IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bookings_forget_message_texts AFTER UPDATE OF receiver_phone, sender_email ON bookings FOR EACH ROW
  WHEN ((NEW.receiver_phone = 'Not kept' AND OLD.receiver_phone <> 'Not kept')
    OR (NEW.sender_email = 'deleted-customer@account.invalid' AND OLD.sender_email <> 'deleted-customer@account.invalid'))
  EXECUTE FUNCTION forget_message_texts();
