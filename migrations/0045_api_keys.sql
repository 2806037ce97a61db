CREATE TABLE "api_bookings" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"reference" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"test_speed" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_bookings_reference" UNIQUE("owner_id","reference"),
	CONSTRAINT "api_bookings_test_speed" CHECK ("api_bookings"."test_speed" in ('real', 'at_once')),
	CONSTRAINT "api_bookings_reference_length" CHECK (length("api_bookings"."reference") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"store_id" uuid,
	"label" text NOT NULL,
	"mode" text NOT NULL,
	"access" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_from" text,
	"networks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "api_keys_mode" CHECK ("api_keys"."mode" in ('live', 'test')),
	CONSTRAINT "api_keys_access" CHECK ("api_keys"."access" in ('read', 'write')),
	CONSTRAINT "api_keys_label" CHECK (length("api_keys"."label") between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_source";--> statement-breakpoint
ALTER TABLE "api_bookings" ADD CONSTRAINT "api_bookings_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_bookings_owner" ON "api_bookings" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "api_keys_store" ON "api_keys" USING btree ("store_id");--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_source" CHECK ("acts"."source" in ('office', 'scan', 'phone', 'sender', 'receiver', 'api', 'program', 'earlier'));