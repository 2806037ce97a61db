CREATE TABLE "customer_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_key" uuid NOT NULL,
	"form_hash" "bytea",
	"email" text NOT NULL,
	"body" text NOT NULL,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_notes_form_key_unique" UNIQUE("form_key"),
	CONSTRAINT "customer_notes_email_lower" CHECK ("customer_notes"."email" = lower("customer_notes"."email")),
	CONSTRAINT "customer_notes_body" CHECK (char_length("customer_notes"."body") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "activity_logs" DROP CONSTRAINT "activity_logs_action_known";--> statement-breakpoint
ALTER TABLE "customer_summaries" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_by_user_id_profiles_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_notes_email" ON "customer_notes" USING btree ("email","created_at","id");--> statement-breakpoint
CREATE INDEX "customer_notes_created" ON "customer_notes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customer_notes_by_user" ON "customer_notes" USING btree ("by_user_id") WHERE by_user_id is not null;--> statement-breakpoint
ALTER TABLE "customer_summaries" ADD CONSTRAINT "customer_summaries_id_unique" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_action_known" CHECK ("activity_logs"."action" in ('login', 'login_failed', 'logout', 'create_admin', 'update_admin', 'delete_admin', 'create_booking', 'update_booking', 'mark_contact_read', 'reply_contact', 'site_lock_on', 'site_lock_off', 'password_change', 'profile_change', 'update_prices', 'publish_prices', 'set_price', 'record_payment', 'reverse_payment', 'refuse_claim', 'update_bank_account', 'bank_statement', 'close_payment_problem', 'add_customer_note', 'export', 'refused'));