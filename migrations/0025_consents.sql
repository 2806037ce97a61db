CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"phone" text NOT NULL,
	"purpose" text NOT NULL,
	"text_version" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"booking_id" uuid,
	"withdraws" uuid,
	"note" text,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "consents_withdraws_unique" UNIQUE("withdraws"),
	CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('place', 'marketing')),
	CONSTRAINT "consents_note" CHECK (length("consents"."note") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "remembered_places" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"consent_id" uuid,
	"store_id" uuid,
	"booking_id" uuid,
	"delivered_at" timestamp (3) with time zone,
	"latitude" double precision,
	"longitude" double precision,
	"accuracy" double precision,
	"rider_words" text,
	"receiver_words" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "remembered_places_of" UNIQUE("phone","address"),
	CONSTRAINT "remembered_places_basis" CHECK (num_nonnulls("remembered_places"."consent_id", "remembered_places"."store_id") = 1),
	CONSTRAINT "remembered_places_something" CHECK (num_nonnulls("remembered_places"."latitude", "remembered_places"."rider_words", "remembered_places"."receiver_words") > 0),
	CONSTRAINT "remembered_places_position" CHECK (("remembered_places"."latitude" is null) = ("remembered_places"."longitude" is null) and "remembered_places"."latitude" between -90 and 90 and "remembered_places"."longitude" between -180 and 180 and "remembered_places"."accuracy" >= 0),
	CONSTRAINT "remembered_places_rider" CHECK (length("remembered_places"."rider_words") between 1 and 120),
	CONSTRAINT "remembered_places_receiver" CHECK (length("remembered_places"."receiver_words") between 1 and 120)
);
--> statement-breakpoint
ALTER TABLE "exceptions" DROP CONSTRAINT "exceptions_kind";--> statement-breakpoint
ALTER TABLE "receiver_links" ADD COLUMN "stopped_phone" text;--> statement-breakpoint
ALTER TABLE "receiver_links" ADD COLUMN "stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "proofs" ADD COLUMN "landmark" text;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_withdraws_consents_id_fk" FOREIGN KEY ("withdraws") REFERENCES "public"."consents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_places" ADD CONSTRAINT "remembered_places_consent_id_consents_id_fk" FOREIGN KEY ("consent_id") REFERENCES "public"."consents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_places" ADD CONSTRAINT "remembered_places_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_places" ADD CONSTRAINT "remembered_places_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_phone" ON "consents" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "consents_booking" ON "consents" USING btree ("booking_id") WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX "consents_newest" ON "consents" USING btree ("at","id") WHERE withdraws is null;--> statement-breakpoint
CREATE INDEX "remembered_places_consent" ON "remembered_places" USING btree ("consent_id") WHERE consent_id is not null;--> statement-breakpoint
CREATE INDEX "remembered_places_store" ON "remembered_places" USING btree ("store_id") WHERE store_id is not null;--> statement-breakpoint
CREATE INDEX "remembered_places_booking" ON "remembered_places" USING btree ("booking_id") WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX "remembered_places_updated" ON "remembered_places" USING btree ("updated_at");--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_kind" CHECK ("exceptions"."kind" in ('missing', 'extra', 'refused', 'attempts_used', 'unconfirmed_claim', 'deeds_disagree', 'no_destination', 'run_not_closed', 'linehaul_overdue', 'incident', 'deed_unclear', 'phone_silent', 'wrong_pin', 'proof_missing', 'cash_difference', 'transfer_to_confirm', 'not_received', 'not_expected', 'to_complete'));--> statement-breakpoint
ALTER TABLE "receiver_links" ADD CONSTRAINT "receiver_links_stopped" CHECK (("receiver_links"."stopped_phone" is null) = ("receiver_links"."stopped_at" is null));--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_landmark" CHECK (length("proofs"."landmark") between 1 and 120);--> statement-breakpoint
-- CONSENT-1: a row of the register says for good what it says. It goes with its person, by a trigger, or after six years.
CREATE TRIGGER consents_append_only BEFORE UPDATE OR TRUNCATE ON consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER consents_keep BEFORE DELETE ON consents FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND OLD.at > now() - interval '6 years') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- PLACE-3: what is remembered by a consent goes in the moment in which that is withdrawn.
CREATE FUNCTION forget_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM remembered_places WHERE consent_id = NEW.withdraws;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER consents_forget AFTER INSERT ON consents FOR EACH ROW WHEN (NEW.withdraws IS NOT NULL) EXECUTE FUNCTION forget_withdrawn();
--> statement-breakpoint
-- Once no booking has the phone any more, nobody knows whose it is.
CREATE FUNCTION forget_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (EXISTS (SELECT FROM consents WHERE phone = OLD.receiver_phone) OR EXISTS (SELECT FROM remembered_places WHERE phone = OLD.receiver_phone))
    AND NOT EXISTS (SELECT FROM bookings WHERE receiver_phone = OLD.receiver_phone) THEN
    DELETE FROM remembered_places WHERE phone = OLD.receiver_phone AND consent_id IS NOT NULL;
    DELETE FROM consents WHERE phone = OLD.receiver_phone;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bookings_forget_phone AFTER UPDATE OF receiver_phone ON bookings FOR EACH ROW
  WHEN (NEW.receiver_phone <> OLD.receiver_phone AND OLD.receiver_phone <> 'Not kept') EXECUTE FUNCTION forget_phone();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_proof() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_go CONSTANT text[] := '{taken_by,latitude,longitude,accuracy,landmark,called_at,note,by_user_id,by_name,forgotten_at}';
BEGIN
  IF to_jsonb(NEW) - may_go = to_jsonb(OLD) - may_go
    AND coalesce(NEW.taken_by, OLD.taken_by) IS NOT DISTINCT FROM OLD.taken_by
    AND coalesce(NEW.latitude, OLD.latitude) IS NOT DISTINCT FROM OLD.latitude
    AND coalesce(NEW.longitude, OLD.longitude) IS NOT DISTINCT FROM OLD.longitude
    AND coalesce(NEW.accuracy, OLD.accuracy) IS NOT DISTINCT FROM OLD.accuracy
    AND coalesce(NEW.landmark, OLD.landmark) IS NOT DISTINCT FROM OLD.landmark
    AND coalesce(NEW.called_at, OLD.called_at) IS NOT DISTINCT FROM OLD.called_at
    AND coalesce(NEW.note, OLD.note) IS NOT DISTINCT FROM OLD.note THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE proofs SET taken_by = NULL, latitude = NULL, longitude = NULL, accuracy = NULL, landmark = NULL, called_at = NULL, note = NULL,
    forgotten_at = now()
    WHERE booking_id = NEW.id AND forgotten_at IS NULL;
  UPDATE proof_pictures p SET forgotten_at = now()
    WHERE p.forgotten_at IS NULL AND p.deed_id IN (SELECT deed_id FROM proofs WHERE booking_id = NEW.id)
      AND NOT EXISTS (SELECT FROM proofs o WHERE o.deed_id = p.deed_id AND o.forgotten_at IS NULL);
  RETURN NULL;
END $$;
