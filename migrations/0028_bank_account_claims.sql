CREATE TABLE "company_account" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"bank" text NOT NULL,
	"account_name" text NOT NULL,
	"account_number" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_account_one_row" CHECK ("company_account"."id" = 1),
	CONSTRAINT "company_account_number" CHECK ("company_account"."account_number" ~ '^[0-9]{10}$')
);
--> statement-breakpoint
CREATE TABLE "payment_claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_key" uuid NOT NULL,
	"form_hash" "bytea",
	"delivery_id" uuid NOT NULL,
	"kobo" bigint NOT NULL,
	"paid_on" date NOT NULL,
	"reference" text,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"by_user_id" uuid,
	"by_name" text,
	CONSTRAINT "payment_claims_form_key_unique" UNIQUE("form_key"),
	CONSTRAINT "payment_claims_state" CHECK ("payment_claims"."state" in ('open', 'confirmed', 'not_found')),
	CONSTRAINT "payment_claims_kobo" CHECK ("payment_claims"."kobo" between 1 and 100000000000),
	CONSTRAINT "payment_claims_closed" CHECK (("payment_claims"."state" = 'open') = ("payment_claims"."closed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "activity_logs" DROP CONSTRAINT "activity_logs_action_known";--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claims_one_open" ON "payment_claims" USING btree ("delivery_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "payment_claims_open" ON "payment_claims" USING btree ("created_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "payment_claims_delivery" ON "payment_claims" USING btree ("delivery_id","created_at");--> statement-breakpoint
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_action_known" CHECK ("activity_logs"."action" in ('login', 'login_failed', 'logout', 'create_admin', 'update_admin', 'delete_admin', 'create_booking', 'update_booking', 'mark_contact_read', 'reply_contact', 'site_lock_on', 'site_lock_off', 'password_change', 'profile_change', 'update_prices', 'publish_prices', 'set_price', 'record_payment', 'reverse_payment', 'refuse_claim', 'update_bank_account', 'export', 'refused'));