CREATE TABLE "online_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"delivery_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"kobo" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"checkout_url" text,
	"next_check_at" timestamp (3) with time zone,
	"problem" text,
	"received_amount" bigint,
	"received_currency" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"closed_note" text,
	"closed_by_name" text,
	CONSTRAINT "online_payments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "online_payments_state" CHECK ("online_payments"."state" in ('open', 'paid', 'not_paid', 'problem')),
	CONSTRAINT "online_payments_problem" CHECK ("online_payments"."problem" in ('wrong_amount', 'wrong_currency', 'not_owed')),
	CONSTRAINT "online_payments_is_problem" CHECK (("online_payments"."state" = 'problem') = ("online_payments"."problem" is not null)),
	CONSTRAINT "online_payments_kobo" CHECK ("online_payments"."kobo" between 1 and 100000000000)
);
--> statement-breakpoint
ALTER TABLE "activity_logs" DROP CONSTRAINT "activity_logs_action_known";--> statement-breakpoint
ALTER TABLE "online_payments" ADD CONSTRAINT "online_payments_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "online_payments_one_starting" ON "online_payments" USING btree ("delivery_id") WHERE state = 'open' and checkout_url is null;--> statement-breakpoint
CREATE INDEX "online_payments_due" ON "online_payments" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "online_payments_problems" ON "online_payments" USING btree ("created_at","id") WHERE state = 'problem' and closed_at is null;--> statement-breakpoint
CREATE INDEX "online_payments_delivery" ON "online_payments" USING btree ("delivery_id","created_at");--> statement-breakpoint
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_action_known" CHECK ("activity_logs"."action" in ('login', 'login_failed', 'logout', 'create_admin', 'update_admin', 'delete_admin', 'create_booking', 'update_booking', 'mark_contact_read', 'reply_contact', 'site_lock_on', 'site_lock_off', 'password_change', 'profile_change', 'update_prices', 'publish_prices', 'set_price', 'record_payment', 'reverse_payment', 'refuse_claim', 'update_bank_account', 'bank_statement', 'close_payment_problem', 'export', 'refused'));