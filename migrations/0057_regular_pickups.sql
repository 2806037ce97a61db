CREATE TABLE "regular_pickup_acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "regular_pickup_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pickup_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"side" text NOT NULL,
	"words" text,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "regular_pickup_acts_kind" CHECK ("regular_pickup_acts"."kind" in ('asked', 'approved', 'refused', 'change_asked', 'change_refused', 'changed', 'paused', 'resumed', 'ended', 'skipped', 'unskipped')),
	CONSTRAINT "regular_pickup_acts_side" CHECK ("regular_pickup_acts"."side" in ('sender', 'office'))
);
--> statement-breakpoint
CREATE TABLE "regular_pickups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"store_id" uuid,
	"business_id" uuid,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"town" text,
	"state" text NOT NULL,
	"note" text,
	"days" integer[] NOT NULL,
	"from_time" text NOT NULL,
	"until_time" text NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"wanted" jsonb,
	"paused_by" text,
	"hub_id" uuid,
	"ended_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "regular_pickups_owner" CHECK (num_nonnulls("regular_pickups"."user_id", "regular_pickups"."store_id", "regular_pickups"."business_id") = 1),
	CONSTRAINT "regular_pickups_phone" CHECK ("regular_pickups"."phone" ~ '^\+[1-9][0-9]{6,14}$'),
	CONSTRAINT "regular_pickups_state" CHECK ("regular_pickups"."state" in ('Abia', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa', 'Benue', 'Borno', 'Cross River', 'Delta', 'Ebonyi', 'Edo', 'Ekiti', 'Enugu', 'FCT', 'Gombe', 'Imo', 'Jigawa', 'Kaduna', 'Kano', 'Katsina', 'Kebbi', 'Kogi', 'Kwara', 'Lagos', 'Nasarawa', 'Niger', 'Ogun', 'Ondo', 'Osun', 'Oyo', 'Plateau', 'Rivers', 'Sokoto', 'Taraba', 'Yobe', 'Zamfara')),
	CONSTRAINT "regular_pickups_status" CHECK ("regular_pickups"."status" in ('asked', 'active', 'paused', 'refused', 'ended')),
	CONSTRAINT "regular_pickups_paused_by" CHECK ("regular_pickups"."paused_by" in ('sender', 'office')),
	CONSTRAINT "regular_pickups_paused" CHECK (("regular_pickups"."status" = 'paused') = ("regular_pickups"."paused_by" is not null)),
	CONSTRAINT "regular_pickups_hub" CHECK ("regular_pickups"."status" not in ('active', 'paused') or "regular_pickups"."hub_id" is not null),
	CONSTRAINT "regular_pickups_ended" CHECK (("regular_pickups"."status" in ('ended', 'refused')) = ("regular_pickups"."ended_at" is not null)),
	CONSTRAINT "regular_pickups_days" CHECK (cardinality("regular_pickups"."days") between 1 and 7 and "regular_pickups"."days" <@ array[0, 1, 2, 3, 4, 5, 6]),
	CONSTRAINT "regular_pickups_window" CHECK ("regular_pickups"."from_time" ~ '^[0-2][0-9]:[0-5][0-9]$' and "regular_pickups"."until_time" ~ '^[0-2][0-9]:[0-5][0-9]$' and "regular_pickups"."from_time" < "regular_pickups"."until_time")
);
--> statement-breakpoint
CREATE TABLE "regular_stops" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pickup_id" uuid NOT NULL,
	"day" date NOT NULL,
	"run_id" uuid,
	"skipped_by" text,
	"visited_at" timestamp (3) with time zone,
	"taken" integer,
	CONSTRAINT "regular_stops_one_a_day" UNIQUE("pickup_id","day"),
	CONSTRAINT "regular_stops_is" CHECK (num_nonnulls("regular_stops"."run_id", "regular_stops"."skipped_by") = 1),
	CONSTRAINT "regular_stops_skipped_by" CHECK ("regular_stops"."skipped_by" in ('sender', 'office')),
	CONSTRAINT "regular_stops_visited" CHECK (("regular_stops"."visited_at" is null) = ("regular_stops"."taken" is null) and ("regular_stops"."visited_at" is null or "regular_stops"."run_id" is not null)),
	CONSTRAINT "regular_stops_taken" CHECK ("regular_stops"."taken" between 0 and 1000)
);
--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_kind";--> statement-breakpoint
ALTER TABLE "rider_deeds" DROP CONSTRAINT "rider_deeds_kind";--> statement-breakpoint
ALTER TABLE "told_pieces" DROP CONSTRAINT "told_pieces_kind";--> statement-breakpoint
ALTER TABLE "regular_pickup_acts" ADD CONSTRAINT "regular_pickup_acts_pickup_id_regular_pickups_id_fk" FOREIGN KEY ("pickup_id") REFERENCES "public"."regular_pickups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_pickups" ADD CONSTRAINT "regular_pickups_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_pickups" ADD CONSTRAINT "regular_pickups_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_pickups" ADD CONSTRAINT "regular_pickups_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_pickups" ADD CONSTRAINT "regular_pickups_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_stops" ADD CONSTRAINT "regular_stops_pickup_id_regular_pickups_id_fk" FOREIGN KEY ("pickup_id") REFERENCES "public"."regular_pickups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_stops" ADD CONSTRAINT "regular_stops_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "regular_pickup_acts_pickup" ON "regular_pickup_acts" USING btree ("pickup_id","id");--> statement-breakpoint
CREATE INDEX "regular_pickups_user" ON "regular_pickups" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "regular_pickups_store" ON "regular_pickups" USING btree ("store_id") WHERE store_id is not null;--> statement-breakpoint
CREATE INDEX "regular_pickups_business" ON "regular_pickups" USING btree ("business_id") WHERE business_id is not null;--> statement-breakpoint
CREATE INDEX "regular_pickups_hub_status" ON "regular_pickups" USING btree ("hub_id","status");--> statement-breakpoint
CREATE INDEX "regular_pickups_newest" ON "regular_pickups" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "regular_stops_run" ON "regular_stops" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_kind" CHECK ("acts"."kind" in ('earlier', 'taken_back', 'booked', 'corrected', 'cancelled', 'noted', 'receiver_erased', 'status_set', 'picked_up', 'picked_up_unbooked', 'pickup_counted', 'loaded', 'sealed', 'sent_out', 'received', 'handed_over', 'handed_in', 'handed_to_rider', 'received_from_rider', 'delivered', 'attempted', 'corrected_deed', 'deed_kept', 'regular_visited', 'run_closed', 'shelf_counted', 'incident', 'rescheduled', 'day_moved', 'rider_left', 'transfer_asked', 'exception_opened', 'exception_decided', 'choice', 'attempt_answered', 'not_received', 'not_expected', 'message_failed', 'sender_decided', 'claim_opened', 'claim_decided', 'claim_paid', 'price_set', 'price_accepted', 'return_fee', 'paid', 'payment_reversed', 'collected', 'collection_reversed', 'paid_out', 'payout_reversed', 'cash_counted', 'cash_moved', 'cash_corrected', 'invoiced', 'business_paid', 'business_payment_reversed'));--> statement-breakpoint
ALTER TABLE "rider_deeds" ADD CONSTRAINT "rider_deeds_kind" CHECK ("rider_deeds"."kind" in ('delivered', 'attempted', 'picked_up', 'picked_up_unbooked', 'handed_to_hub', 'handed_to_rider', 'received_from_rider', 'incident', 'regular_visited', 'transfer_asked', 'undo', 'corrected', 'not_understood'));--> statement-breakpoint
ALTER TABLE "told_pieces" ADD CONSTRAINT "told_pieces_kind" CHECK ("told_pieces"."kind" in ('delivered', 'attempted', 'picked_up', 'picked_up_unbooked', 'handed_to_hub', 'handed_to_rider', 'received_from_rider', 'incident', 'regular_visited', 'transfer_asked', 'undo', 'corrected', 'not_understood'));