CREATE TABLE "saved_receivers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"store_id" uuid,
	"full_name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"landmark" text,
	"note" text,
	"taker" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(full_name || ' ' || phone || ' ' || address || ' ' || coalesce(landmark, ''))) STORED,
	CONSTRAINT "saved_receivers_owner" CHECK (("saved_receivers"."user_id" is null) <> ("saved_receivers"."store_id" is null)),
	CONSTRAINT "saved_receivers_phone" CHECK ("saved_receivers"."phone" ~ '^\+[1-9][0-9]{6,14}$'),
	CONSTRAINT "saved_receivers_state" CHECK ("saved_receivers"."state" in ('Abia', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa', 'Benue', 'Borno', 'Cross River', 'Delta', 'Ebonyi', 'Edo', 'Ekiti', 'Enugu', 'FCT', 'Gombe', 'Imo', 'Jigawa', 'Kaduna', 'Kano', 'Katsina', 'Kebbi', 'Kogi', 'Kwara', 'Lagos', 'Nasarawa', 'Niger', 'Ogun', 'Ondo', 'Osun', 'Oyo', 'Plateau', 'Rivers', 'Sokoto', 'Taraba', 'Yobe', 'Zamfara'))
);
--> statement-breakpoint
ALTER TABLE "saved_receivers" ADD CONSTRAINT "saved_receivers_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_receivers" ADD CONSTRAINT "saved_receivers_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_receivers_user" ON "saved_receivers" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "saved_receivers_store" ON "saved_receivers" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "saved_receivers_phone_erased" ON "saved_receivers" USING btree ("phone");