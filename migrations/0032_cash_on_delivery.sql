CREATE TABLE "cash_on_delivery" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"payee_id" uuid NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"handling_per_mille" integer NOT NULL,
	"handling_minimum_kobo" bigint NOT NULL,
	"collected_kobo" bigint DEFAULT 0 NOT NULL,
	"handling_kobo" bigint DEFAULT 0 NOT NULL,
	"recorded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cash_on_delivery_amount" CHECK ("cash_on_delivery"."amount_kobo" between 1 and 500000000),
	CONSTRAINT "cash_on_delivery_collected" CHECK ("cash_on_delivery"."collected_kobo" between 0 and "cash_on_delivery"."amount_kobo"),
	CONSTRAINT "cash_on_delivery_handling" CHECK ("cash_on_delivery"."handling_kobo" between 0 and "cash_on_delivery"."collected_kobo"),
	CONSTRAINT "cash_on_delivery_terms" CHECK ("cash_on_delivery"."handling_per_mille" between 0 and 1000 and "cash_on_delivery"."handling_minimum_kobo" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payees" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid,
	"partner_id" uuid,
	"bank" text,
	"account_name" text,
	"account_number" text,
	"account_since" timestamp (3) with time zone,
	"owed_kobo" bigint DEFAULT 0 NOT NULL,
	"owed_since" timestamp (3) with time zone,
	"stated_week" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payees_customer_id_unique" UNIQUE("customer_id"),
	CONSTRAINT "payees_partner_id_unique" UNIQUE("partner_id"),
	CONSTRAINT "payees_one" CHECK (num_nonnulls("payees"."customer_id", "payees"."partner_id") <= 1),
	CONSTRAINT "payees_account" CHECK (num_nonnulls("payees"."bank", "payees"."account_name", "payees"."account_number", "payees"."account_since") in (0, 4)),
	CONSTRAINT "payees_account_number" CHECK ("payees"."account_number" ~ '^[0-9]{10}$'),
	CONSTRAINT "payees_owed_since" CHECK (("payees"."owed_kobo" > 0) = ("payees"."owed_since" is not null))
);
--> statement-breakpoint
CREATE TABLE "settlement_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlement_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payee_id" uuid NOT NULL,
	"delivery_id" uuid,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"gross_kobo" bigint NOT NULL,
	"handling_kobo" bigint DEFAULT 0 NOT NULL,
	"reference" text,
	"reason" text,
	"note" text,
	"paid_to" text,
	"reverses" bigint,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlement_entries_reverses_unique" UNIQUE("reverses"),
	CONSTRAINT "settlement_entries_reference" UNIQUE("method","reference"),
	CONSTRAINT "settlement_entries_kind" CHECK ("settlement_entries"."kind" in ('collected', 'not_collected', 'paid_out', 'reversed')),
	CONSTRAINT "settlement_entries_method" CHECK ("settlement_entries"."method" in ('cash', 'transfer', 'pos', 'online')),
	CONSTRAINT "settlement_entries_reason" CHECK ("settlement_entries"."reason" in ('could_not_pay', 'refused', 'disputed', 'paid_sender', 'other')),
	CONSTRAINT "settlement_entries_reversal" CHECK (("settlement_entries"."kind" = 'reversed') = ("settlement_entries"."reverses" is not null)),
	CONSTRAINT "settlement_entries_collected" CHECK ("settlement_entries"."kind" <> 'collected' or ("settlement_entries"."gross_kobo" between 1 and 500000000 and "settlement_entries"."handling_kobo" between 0 and "settlement_entries"."gross_kobo" and "settlement_entries"."delivery_id" is not null)),
	CONSTRAINT "settlement_entries_none" CHECK ("settlement_entries"."kind" <> 'not_collected' or ("settlement_entries"."gross_kobo" = 0 and "settlement_entries"."handling_kobo" = 0 and "settlement_entries"."reason" is not null and "settlement_entries"."delivery_id" is not null)),
	CONSTRAINT "settlement_entries_paid_out" CHECK ("settlement_entries"."kind" <> 'paid_out' or ("settlement_entries"."gross_kobo" < 0 and "settlement_entries"."handling_kobo" = 0 and "settlement_entries"."reference" is not null and "settlement_entries"."delivery_id" is null))
);
--> statement-breakpoint
ALTER TABLE "activity_logs" DROP CONSTRAINT "activity_logs_action_known";--> statement-breakpoint
ALTER TABLE "cash_on_delivery" ADD CONSTRAINT "cash_on_delivery_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_on_delivery" ADD CONSTRAINT "cash_on_delivery_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_customer_id_profiles_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD CONSTRAINT "settlement_entries_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD CONSTRAINT "settlement_entries_delivery_id_cash_on_delivery_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."cash_on_delivery"("delivery_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD CONSTRAINT "settlement_entries_reverses_settlement_entries_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."settlement_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_on_delivery_payee" ON "cash_on_delivery" USING btree ("payee_id");--> statement-breakpoint
CREATE INDEX "cash_on_delivery_unrecorded" ON "cash_on_delivery" USING btree ("created_at","delivery_id") WHERE recorded_at is null;--> statement-breakpoint
CREATE INDEX "payees_owed" ON "payees" USING btree ("owed_since","id") WHERE owed_kobo > 0;--> statement-breakpoint
CREATE INDEX "settlement_entries_payee" ON "settlement_entries" USING btree ("payee_id","at","id");--> statement-breakpoint
CREATE INDEX "settlement_entries_delivery" ON "settlement_entries" USING btree ("delivery_id","id");--> statement-breakpoint
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_action_known" CHECK ("activity_logs"."action" in ('login', 'login_failed', 'logout', 'create_admin', 'update_admin', 'delete_admin', 'create_booking', 'update_booking', 'mark_contact_read', 'reply_contact', 'site_lock_on', 'site_lock_off', 'password_change', 'profile_change', 'update_prices', 'publish_prices', 'set_price', 'record_payment', 'reverse_payment', 'refuse_claim', 'update_bank_account', 'bank_statement', 'close_payment_problem', 'add_customer_note', 'record_collection', 'reverse_collection', 'pay_out', 'reverse_payout', 'view_payee_account', 'update_payee_account', 'export', 'refused'));--> statement-breakpoint
CREATE TRIGGER settlement_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What is entered for a booking is its payee's. A reversal takes back one entry as it was, but for the handling.
CREATE FUNCTION check_settlement_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.delivery_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM cash_on_delivery c WHERE c.delivery_id = NEW.delivery_id AND c.payee_id = NEW.payee_id
  ) THEN
    RAISE EXCEPTION 'an entry is not of the payee of its booking' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.reverses IS NOT NULL AND NOT EXISTS (
    SELECT FROM settlement_entries e WHERE e.id = NEW.reverses AND e.kind IN ('collected', 'paid_out')
      AND e.payee_id = NEW.payee_id AND e.delivery_id IS NOT DISTINCT FROM NEW.delivery_id
      AND e.method = NEW.method AND e.gross_kobo = -NEW.gross_kobo
  ) THEN
    RAISE EXCEPTION 'a reversal does not match its entry' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER settlement_entries_check BEFORE INSERT ON settlement_entries
  FOR EACH ROW EXECUTE FUNCTION check_settlement_entry();
--> statement-breakpoint
-- What was collected for a booking, and what its payee is owed, are kept as rows are added.
CREATE FUNCTION keep_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  net bigint := NEW.gross_kobo - NEW.handling_kobo;
BEGIN
  UPDATE cash_on_delivery SET
    collected_kobo = collected_kobo + NEW.gross_kobo,
    handling_kobo = handling_kobo + NEW.handling_kobo,
    recorded_at = CASE WHEN NEW.kind = 'reversed' AND collected_kobo + NEW.gross_kobo = 0 THEN NULL ELSE NEW.at END
  WHERE delivery_id = NEW.delivery_id;
  UPDATE payees SET
    owed_kobo = owed_kobo + net,
    owed_since = CASE WHEN owed_kobo + net <= 0 THEN NULL WHEN owed_kobo > 0 THEN owed_since ELSE NEW.at END
  WHERE id = NEW.payee_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER settlement_entries_keep AFTER INSERT ON settlement_entries
  FOR EACH ROW EXECUTE FUNCTION keep_settlement();
--> statement-breakpoint
-- The amount, its payee and its handling are frozen; a payee's row stays, because of its money.
CREATE FUNCTION keep_collection_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.delivery_id, NEW.payee_id, NEW.amount_kobo, NEW.handling_per_mille, NEW.handling_minimum_kobo)
     = (OLD.delivery_id, OLD.payee_id, OLD.amount_kobo, OLD.handling_per_mille, OLD.handling_minimum_kobo) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an amount to collect is never changed' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER cash_on_delivery_stays BEFORE UPDATE OR DELETE ON cash_on_delivery
  FOR EACH ROW EXECUTE FUNCTION keep_collection_terms();
--> statement-breakpoint
CREATE TRIGGER payees_stay BEFORE DELETE OR TRUNCATE ON payees
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
