CREATE TABLE "referral_credits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "referral_credits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"kobo" bigint NOT NULL,
	"referral_id" uuid,
	"delivery_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "referral_credits_referral_id_unique" UNIQUE("referral_id"),
	CONSTRAINT "referral_credits_kind" CHECK ("referral_credits"."kind" in ('granted', 'used', 'returned')),
	CONSTRAINT "referral_credits_kobo" CHECK ("referral_credits"."kobo" <> 0 and ("referral_credits"."kind" = 'used') = ("referral_credits"."kobo" < 0)),
	CONSTRAINT "referral_credits_referral" CHECK (("referral_credits"."kind" = 'granted') = ("referral_credits"."referral_id" is not null)),
	CONSTRAINT "referral_credits_delivery" CHECK (("referral_credits"."kind" = 'granted') = ("referral_credits"."delivery_id" is null))
);
--> statement-breakpoint
CREATE TABLE "referral_rewards" (
	"referral_id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"kobo" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"by_name" text,
	"note" text,
	CONSTRAINT "referral_rewards_state" CHECK ("referral_rewards"."state" in ('held', 'granted', 'refused')),
	CONSTRAINT "referral_rewards_reason" CHECK ("referral_rewards"."reason" in ('same_phone', 'same_email', 'same_address', 'month_limit'))
);
--> statement-breakpoint
CREATE TABLE "referral_terms" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"reward_kobo" bigint NOT NULL,
	"per_month" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_terms_one_row" CHECK ("referral_terms"."id" = 1),
	CONSTRAINT "referral_terms_kobo" CHECK ("referral_terms"."reward_kobo" between 0 and 10000000),
	CONSTRAINT "referral_terms_month" CHECK ("referral_terms"."per_month" between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "activity_logs" DROP CONSTRAINT "activity_logs_action_known";--> statement-breakpoint
ALTER TABLE "referral_credits" ADD CONSTRAINT "referral_credits_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "referral_credits_used_once" ON "referral_credits" USING btree ("delivery_id") WHERE kind = 'used';--> statement-breakpoint
CREATE INDEX "referral_credits_delivery_index" ON "referral_credits" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "referral_credits_user" ON "referral_credits" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "referral_rewards_delivery" ON "referral_rewards" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "referral_rewards_held" ON "referral_rewards" USING btree ("created_at","referral_id") WHERE state = 'held';--> statement-breakpoint
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_action_known" CHECK ("activity_logs"."action" in ('login', 'login_failed', 'logout', 'create_admin', 'update_admin', 'delete_admin', 'create_booking', 'update_booking', 'mark_contact_read', 'reply_contact', 'site_lock_on', 'site_lock_off', 'password_change', 'profile_change', 'update_prices', 'publish_prices', 'set_price', 'record_payment', 'reverse_payment', 'refuse_claim', 'update_bank_account', 'bank_statement', 'close_payment_problem', 'add_customer_note', 'record_collection', 'reverse_collection', 'pay_out', 'reverse_payout', 'view_payee_account', 'update_payee_account', 'update_reward_terms', 'grant_reward', 'refuse_reward', 'export', 'refused'));--> statement-breakpoint
CREATE TRIGGER referral_credits_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON referral_credits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
