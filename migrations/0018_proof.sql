CREATE TABLE "proof_pictures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"deed_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"key" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"forgotten_at" timestamp (3) with time zone,
	CONSTRAINT "proof_pictures_key_unique" UNIQUE("key"),
	CONSTRAINT "proof_pictures_of_deed" UNIQUE("deed_id","number"),
	CONSTRAINT "proof_pictures_kind" CHECK ("proof_pictures"."kind" in ('photo', 'signature')),
	CONSTRAINT "proof_pictures_number" CHECK ("proof_pictures"."number" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deed_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"pieces" integer[] NOT NULL,
	"run_id" uuid,
	"kind" text NOT NULL,
	"pin_state" text,
	"taken_by" text,
	"latitude" double precision,
	"longitude" double precision,
	"accuracy" double precision,
	"called_at" timestamp (3) with time zone,
	"pictures" integer DEFAULT 0 NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"note" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"forgotten_at" timestamp (3) with time zone,
	CONSTRAINT "proofs_of_deed" UNIQUE("deed_id","booking_id"),
	CONSTRAINT "proofs_kind" CHECK ("proofs"."kind" in ('pin', 'photo', 'signature', 'name', 'none', 'attempt')),
	CONSTRAINT "proofs_pin_state" CHECK ("proofs"."pin_state" in ('right', 'unchecked', 'wrong')),
	CONSTRAINT "proofs_flags" CHECK ("proofs"."flags" <@ array['no_channel', 'no_pin', 'wrong_pin', 'pin_unchecked', 'no_proof', 'late', 'time_bounded', 'revoked']),
	CONSTRAINT "proofs_pictures" CHECK ("proofs"."pictures" between 0 and 3),
	CONSTRAINT "proofs_taken_by" CHECK (length("proofs"."taken_by") between 1 and 80),
	CONSTRAINT "proofs_note" CHECK (length("proofs"."note") between 1 and 200),
	CONSTRAINT "proofs_position" CHECK (("proofs"."latitude" is null) = ("proofs"."longitude" is null) and "proofs"."latitude" between -90 and 90 and "proofs"."longitude" between -180 and 180 and "proofs"."accuracy" >= 0)
);
--> statement-breakpoint
ALTER TABLE "exceptions" DROP CONSTRAINT "exceptions_kind";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "receiver_email" text;--> statement-breakpoint
ALTER TABLE "receiver_links" ADD COLUMN "wrong_pins" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proof_pictures_forgotten" ON "proof_pictures" USING btree ("forgotten_at") WHERE forgotten_at is not null and key is not null;--> statement-breakpoint
CREATE INDEX "proofs_booking" ON "proofs" USING btree ("booking_id","occurred_at");--> statement-breakpoint
CREATE INDEX "proofs_occurred" ON "proofs" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "proofs_run" ON "proofs" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_receiver_email" CHECK (length("bookings"."receiver_email") between 1 and 254);--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_kind" CHECK ("exceptions"."kind" in ('missing', 'extra', 'refused', 'attempts_used', 'unconfirmed_claim', 'deeds_disagree', 'no_destination', 'run_not_closed', 'linehaul_overdue', 'incident', 'deed_unclear', 'phone_silent', 'wrong_pin', 'proof_missing', 'to_complete'));--> statement-breakpoint
ALTER TABLE "receiver_links" ADD CONSTRAINT "receiver_links_wrong_pins" CHECK ("receiver_links"."wrong_pins" >= 0);
--> statement-breakpoint
-- PROOF-1: proofs are added and never changed; what names people, and positions, may be taken out.
CREATE FUNCTION keep_proof() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_go CONSTANT text[] := '{taken_by,latitude,longitude,accuracy,called_at,note,by_user_id,by_name,forgotten_at}';
BEGIN
  IF to_jsonb(NEW) - may_go = to_jsonb(OLD) - may_go
    AND coalesce(NEW.taken_by, OLD.taken_by) IS NOT DISTINCT FROM OLD.taken_by
    AND coalesce(NEW.latitude, OLD.latitude) IS NOT DISTINCT FROM OLD.latitude
    AND coalesce(NEW.longitude, OLD.longitude) IS NOT DISTINCT FROM OLD.longitude
    AND coalesce(NEW.accuracy, OLD.accuracy) IS NOT DISTINCT FROM OLD.accuracy
    AND coalesce(NEW.called_at, OLD.called_at) IS NOT DISTINCT FROM OLD.called_at
    AND coalesce(NEW.note, OLD.note) IS NOT DISTINCT FROM OLD.note THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER proofs_stay BEFORE UPDATE ON proofs FOR EACH ROW EXECUTE FUNCTION keep_proof();--> statement-breakpoint
CREATE TRIGGER proofs_no_truncate BEFORE TRUNCATE ON proofs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- PROOF-7: whoever erases the sender or the receiver of a booking takes its proofs too. A picture of several bookings stays while one of them has its people.
CREATE FUNCTION forget_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE proofs SET taken_by = NULL, latitude = NULL, longitude = NULL, accuracy = NULL, called_at = NULL, note = NULL, forgotten_at = now()
    WHERE booking_id = NEW.id AND forgotten_at IS NULL;
  UPDATE proof_pictures p SET forgotten_at = now()
    WHERE p.forgotten_at IS NULL AND p.deed_id IN (SELECT deed_id FROM proofs WHERE booking_id = NEW.id)
      AND NOT EXISTS (SELECT FROM proofs o WHERE o.deed_id = p.deed_id AND o.forgotten_at IS NULL);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bookings_forget_proofs AFTER UPDATE OF receiver_phone, sender_email ON bookings FOR EACH ROW
  WHEN ((NEW.receiver_phone = 'Not kept' AND OLD.receiver_phone <> 'Not kept')
    OR (NEW.sender_email = 'deleted-customer@account.invalid' AND OLD.sender_email <> 'deleted-customer@account.invalid'))
  EXECUTE FUNCTION forget_proofs();--> statement-breakpoint
-- RECEIVER-5: the kept mails to the receiver go with them.
CREATE OR REPLACE FUNCTION forget_receiver_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM receiver_links WHERE booking_id = NEW.id;
  DELETE FROM mails WHERE booking_id = NEW.id AND kind IN ('receiver_out_for_delivery', 'receiver_new_pin');
  RETURN NULL;
END $$;
