CREATE TABLE "kept_forms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"owner" text NOT NULL,
	"path" text NOT NULL,
	"content" "bytea" NOT NULL,
	"link_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_forms_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "kept_forms_size" CHECK (octet_length("kept_forms"."content") <= 70000)
);
--> statement-breakpoint
CREATE TABLE "booking_batch_rows" (
	"batch_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"fault" text,
	"chosen_at" timestamp (3) with time zone,
	"booking_id" uuid,
	"tracking_code" text,
	"total_kobo" bigint,
	"refused" text,
	CONSTRAINT "booking_batch_rows_batch_id_row_pk" PRIMARY KEY("batch_id","row")
);
--> statement-breakpoint
CREATE TABLE "booking_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"store_id" uuid,
	"admin_id" uuid,
	"sender" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"heading_row" integer NOT NULL,
	"rows_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "booking_batches_kind" CHECK ("booking_batches"."kind" in ('customer', 'store', 'staff')),
	CONSTRAINT "booking_batches_store" CHECK (("booking_batches"."kind" = 'store') = ("booking_batches"."store_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "kept_forms" ADD CONSTRAINT "kept_forms_link_id_email_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."email_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_batch_rows" ADD CONSTRAINT "booking_batch_rows_batch_id_booking_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."booking_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_batch_rows" ADD CONSTRAINT "booking_batch_rows_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_batches" ADD CONSTRAINT "booking_batches_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_batches" ADD CONSTRAINT "booking_batches_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_batches" ADD CONSTRAINT "booking_batches_admin_id_admin_members_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_forms_link" ON "kept_forms" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "kept_forms_expires" ON "kept_forms" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "booking_batch_rows_booking" ON "booking_batch_rows" USING btree ("booking_id") WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX "booking_batch_rows_chosen" ON "booking_batch_rows" USING btree ("batch_id","row") WHERE chosen_at is not null and tracking_code is null;--> statement-breakpoint
CREATE INDEX "booking_batches_owner" ON "booking_batches" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "booking_batches_store_id" ON "booking_batches" USING btree ("store_id");--> statement-breakpoint
CREATE INDEX "booking_batches_admin" ON "booking_batches" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "booking_batches_updated" ON "booking_batches" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "booking_batches_confirmed" ON "booking_batches" USING btree ("confirmed_at") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE INDEX "bookings_batch" ON "bookings" USING btree ("batch_id") WHERE batch_id is not null;