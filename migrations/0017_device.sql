CREATE TABLE "deed_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deed_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_key" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deed_pictures_kind" CHECK ("deed_pictures"."kind" in ('photo', 'signature'))
);
--> statement-breakpoint
CREATE TABLE "rider_deeds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rider_deeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deed_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"rider_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"run_id" uuid,
	"run_version" integer,
	"about" uuid,
	"protocol" integer NOT NULL,
	"body" jsonb NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"flags" text[] NOT NULL,
	"booking_ids" uuid[] NOT NULL,
	CONSTRAINT "rider_deeds_deed_id_unique" UNIQUE("deed_id"),
	CONSTRAINT "rider_deeds_kind" CHECK ("rider_deeds"."kind" in ('delivered', 'attempted', 'picked_up', 'picked_up_unbooked', 'handed_to_hub', 'handed_to_rider', 'received_from_rider', 'incident', 'transfer_asked', 'undo', 'corrected', 'not_understood')),
	CONSTRAINT "rider_deeds_flags" CHECK ("rider_deeds"."flags" <@ array['time_bounded', 'revoked_phone', 'newer_by_staff', 'not_on_run', 'unknown_piece', 'unknown_run', 'late_undo', 'nothing_to_undo', 'pin_wrong', 'proof_missing', 'amount_differs', 'number_again', 'not_understood'])
);
--> statement-breakpoint
CREATE TABLE "rider_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rider_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"enrolled_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"position_consent_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"build" text NOT NULL,
	"unsent" integer DEFAULT 0 NOT NULL,
	"unsent_pictures" integer DEFAULT 0 NOT NULL,
	"storage_left" bigint,
	"persisted" boolean,
	"clock_ahead_ms" bigint,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_by_name" text,
	CONSTRAINT "rider_devices_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "rider_devices_revoked_by" CHECK ("rider_devices"."revoked_by" in ('office', 'other_phone', 'left')),
	CONSTRAINT "rider_devices_revoked" CHECK (("rider_devices"."revoked_at" is null) = ("rider_devices"."revoked_by" is null))
);
--> statement-breakpoint
CREATE TABLE "rider_enrolments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rider_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"number_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"device_id" uuid,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	CONSTRAINT "rider_enrolments_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "rider_papers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rider_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_key" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"added_by_name" text NOT NULL,
	CONSTRAINT "rider_papers_kind" CHECK ("rider_papers"."kind" in ('licence', 'insurance', 'vehicle', 'other'))
);
--> statement-breakpoint
CREATE TABLE "rider_pins" (
	"rider_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"wait_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rider_shifts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"device_id" uuid NOT NULL,
	"rider_id" uuid NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "exceptions" DROP CONSTRAINT "exceptions_kind";--> statement-breakpoint
ALTER TABLE "deed_pictures" ADD CONSTRAINT "deed_pictures_deed_id_rider_deeds_deed_id_fk" FOREIGN KEY ("deed_id") REFERENCES "public"."rider_deeds"("deed_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_deeds" ADD CONSTRAINT "rider_deeds_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_devices" ADD CONSTRAINT "rider_devices_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_enrolments" ADD CONSTRAINT "rider_enrolments_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_enrolments" ADD CONSTRAINT "rider_enrolments_device_id_rider_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."rider_devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_papers" ADD CONSTRAINT "rider_papers_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_pins" ADD CONSTRAINT "rider_pins_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_shifts" ADD CONSTRAINT "rider_shifts_device_id_rider_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."rider_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_shifts" ADD CONSTRAINT "rider_shifts_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deed_pictures_deed" ON "deed_pictures" USING btree ("deed_id");--> statement-breakpoint
CREATE INDEX "deed_pictures_received" ON "deed_pictures" USING btree ("received_at") WHERE file_key is not null;--> statement-breakpoint
CREATE INDEX "rider_deeds_device" ON "rider_deeds" USING btree ("device_id","seq");--> statement-breakpoint
CREATE INDEX "rider_deeds_rider" ON "rider_deeds" USING btree ("rider_id","occurred_at");--> statement-breakpoint
CREATE INDEX "rider_deeds_received" ON "rider_deeds" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "rider_deeds_bookings" ON "rider_deeds" USING gin ("booking_ids");--> statement-breakpoint
CREATE INDEX "rider_deeds_about" ON "rider_deeds" USING btree ("about") WHERE about is not null;--> statement-breakpoint
CREATE INDEX "rider_deeds_run" ON "rider_deeds" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "rider_devices_one_active" ON "rider_devices" USING btree ("rider_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "rider_devices_rider" ON "rider_devices" USING btree ("rider_id","enrolled_at");--> statement-breakpoint
CREATE UNIQUE INDEX "rider_enrolments_number" ON "rider_enrolments" USING btree ("number_hash") WHERE used_at is null;--> statement-breakpoint
CREATE INDEX "rider_enrolments_rider" ON "rider_enrolments" USING btree ("rider_id","created_at");--> statement-breakpoint
CREATE INDEX "rider_enrolments_device" ON "rider_enrolments" USING btree ("device_id") WHERE device_id is not null;--> statement-breakpoint
CREATE INDEX "rider_papers_rider" ON "rider_papers" USING btree ("rider_id","added_at");--> statement-breakpoint
CREATE UNIQUE INDEX "rider_shifts_one_open" ON "rider_shifts" USING btree ("device_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "rider_shifts_rider" ON "rider_shifts" USING btree ("rider_id","begun_at");--> statement-breakpoint
CREATE INDEX "rider_shifts_device" ON "rider_shifts" USING btree ("device_id");--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_kind" CHECK ("exceptions"."kind" in ('missing', 'extra', 'refused', 'attempts_used', 'unconfirmed_claim', 'deeds_disagree', 'no_destination', 'run_not_closed', 'linehaul_overdue', 'incident', 'deed_unclear', 'phone_silent', 'to_complete'));--> statement-breakpoint
-- DEED-2: of a deed nothing is changed but what it says of people, which goes with the people of its bookings.
CREATE FUNCTION keep_deed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.body = '{}'::jsonb AND to_jsonb(NEW) - 'body' = to_jsonb(OLD) - 'body' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER rider_deeds_stay BEFORE UPDATE ON rider_deeds FOR EACH ROW EXECUTE FUNCTION keep_deed();--> statement-breakpoint
CREATE TRIGGER rider_deeds_no_truncate BEFORE TRUNCATE ON rider_deeds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION forget_deeds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE rider_deeds SET body = '{}' WHERE booking_ids @> ARRAY[NEW.id] AND body <> '{}';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bookings_forget_deeds AFTER UPDATE OF receiver_phone, sender_phone ON bookings FOR EACH ROW
  WHEN ((NEW.receiver_phone = 'Not kept' AND OLD.receiver_phone <> 'Not kept')
    OR (NEW.sender_phone = 'Not kept' AND OLD.sender_phone <> 'Not kept')) EXECUTE FUNCTION forget_deeds();
