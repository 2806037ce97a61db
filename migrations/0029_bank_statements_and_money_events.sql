CREATE TABLE "bank_statement_shapes" (
	"shape" text PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_key" uuid NOT NULL,
	"form_hash" "bytea",
	"rows" jsonb NOT NULL,
	"decimal_comma" boolean NOT NULL,
	"columns" jsonb,
	"decisions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"recorded_at" timestamp (3) with time zone,
	"recorded_payments" integer,
	"recorded_kobo" bigint,
	CONSTRAINT "bank_statements_form_key_unique" UNIQUE("form_key"),
	CONSTRAINT "bank_statements_recorded" CHECK (("bank_statements"."recorded_at" is null) = ("bank_statements"."recorded_payments" is null) and ("bank_statements"."recorded_at" is null) = ("bank_statements"."recorded_kobo" is null))
);
--> statement-breakpoint
ALTER TABLE "activity_logs" DROP CONSTRAINT "activity_logs_action_known";--> statement-breakpoint
ALTER TABLE "delivery_events" DROP CONSTRAINT "delivery_events_kind";--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_by_user_id_profiles_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_statements_newest" ON "bank_statements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "bank_statements_by_user" ON "bank_statements" USING btree ("by_user_id") WHERE by_user_id is not null;--> statement-breakpoint
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_action_known" CHECK ("activity_logs"."action" in ('login', 'login_failed', 'logout', 'create_admin', 'update_admin', 'delete_admin', 'create_booking', 'update_booking', 'mark_contact_read', 'reply_contact', 'site_lock_on', 'site_lock_off', 'password_change', 'profile_change', 'update_prices', 'publish_prices', 'set_price', 'record_payment', 'reverse_payment', 'refuse_claim', 'update_bank_account', 'bank_statement', 'export', 'refused'));--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_kind" CHECK ("delivery_events"."kind" in ('status_set', 'undone', 'corrected', 'price_set', 'paid'));