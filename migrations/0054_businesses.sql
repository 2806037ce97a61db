CREATE TABLE "business_agreements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"discount_per_mille" integer NOT NULL,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "business_agreements_version" UNIQUE("business_id","version"),
	CONSTRAINT "business_agreements_discount" CHECK ("business_agreements"."discount_per_mille" between 0 and 900)
);
--> statement-breakpoint
CREATE TABLE "business_bookings" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"on_account" boolean NOT NULL,
	"agreement_id" uuid,
	"cost_centre" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_bookings_cost_centre" CHECK (length("business_bookings"."cost_centre") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "business_credits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "business_credits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"business_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"kobo" bigint NOT NULL,
	"method" text,
	"reference" text,
	"payment_id" uuid,
	"reverses" bigint,
	"note" text,
	"act_id" bigint NOT NULL,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "business_credits_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "business_credits_reverses_unique" UNIQUE("reverses"),
	CONSTRAINT "business_credits_reference" UNIQUE("method","reference"),
	CONSTRAINT "business_credits_kind" CHECK ("business_credits"."kind" in ('received', 'used', 'returned', 'reversed')),
	CONSTRAINT "business_credits_kobo" CHECK ("business_credits"."kobo" <> 0 and ("business_credits"."kind" in ('received', 'returned')) = ("business_credits"."kobo" > 0)),
	CONSTRAINT "business_credits_payment" CHECK (("business_credits"."kind" in ('used', 'returned')) = ("business_credits"."payment_id" is not null)),
	CONSTRAINT "business_credits_method" CHECK (("business_credits"."kind" = 'received') = ("business_credits"."method" is not null)),
	CONSTRAINT "business_credits_reverses" CHECK (("business_credits"."kind" = 'reversed') = ("business_credits"."reverses" is not null))
);
--> statement-breakpoint
CREATE TABLE "business_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "business_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"business_id" uuid NOT NULL,
	"text" text NOT NULL,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "business_invites" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "business_invites_email" UNIQUE("business_id","email"),
	CONSTRAINT "business_invites_role" CHECK ("business_invites"."role" in ('owner', 'manager', 'clerk'))
);
--> statement-breakpoint
CREATE TABLE "business_members" (
	"business_id" uuid NOT NULL,
	"user_id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_members_role" CHECK ("business_members"."role" in ('owner', 'manager', 'clerk'))
);
--> statement-breakpoint
CREATE TABLE "businesses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"rc_number" text,
	"tin" text,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"reason" text,
	"terms_days" integer DEFAULT 14 NOT NULL,
	"limit_kobo" bigint DEFAULT 0 NOT NULL,
	"grace_days" integer DEFAULT 7 NOT NULL,
	"used_kobo" bigint DEFAULT 0 NOT NULL,
	"credit_kobo" bigint DEFAULT 0 NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (search_fold(name || ' ' || coalesce(rc_number, '') || ' ' || email || ' ' || phone)) STORED,
	CONSTRAINT "businesses_state" CHECK ("businesses"."state" in ('asked', 'open', 'refused', 'closed')),
	CONSTRAINT "businesses_terms" CHECK ("businesses"."terms_days" in (7, 14, 30)),
	CONSTRAINT "businesses_limit_kobo" CHECK ("businesses"."limit_kobo" between 0 and 100000000000),
	CONSTRAINT "businesses_grace" CHECK ("businesses"."grace_days" between 0 and 90),
	CONSTRAINT "businesses_credit" CHECK ("businesses"."credit_kobo" >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"charge_id" bigint NOT NULL,
	"label" text NOT NULL,
	"cost_centre" text,
	"kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	CONSTRAINT "invoice_lines_charge" UNIQUE("booking_id","charge_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_numbers" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_numbers_kind_year_pk" PRIMARY KEY("kind","year"),
	CONSTRAINT "invoice_numbers_kind" CHECK ("invoice_numbers"."kind" in ('invoice', 'credit_note'))
);
--> statement-breakpoint
CREATE TABLE "invoice_reminders" (
	"invoice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoice_reminders_invoice_id_kind_pk" PRIMARY KEY("invoice_id","kind"),
	CONSTRAINT "invoice_reminders_kind" CHECK ("invoice_reminders"."kind" in ('before', 'after', 'again'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"serial" integer NOT NULL,
	"business_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"total_kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	"seller" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"act_id" bigint NOT NULL,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoices_number" UNIQUE("kind","year","serial"),
	CONSTRAINT "invoices_kind" CHECK ("invoices"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "invoices_total" CHECK (("invoices"."kind" = 'invoice') = ("invoices"."total_kobo" > 0) and "invoices"."total_kobo" <> 0)
);
--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_kind";--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_pays_delivery";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_method";--> statement-breakpoint
ALTER TABLE "settlement_entries" DROP CONSTRAINT "settlement_entries_method";--> statement-breakpoint
ALTER TABLE "money_changes" DROP CONSTRAINT "money_changes_method";--> statement-breakpoint
ALTER TABLE "booking_batches" DROP CONSTRAINT "booking_batches_kind";--> statement-breakpoint
ALTER TABLE "saved_receivers" DROP CONSTRAINT "saved_receivers_owner";--> statement-breakpoint
ALTER TABLE "booking_batches" ADD COLUMN "business_id" uuid;--> statement-breakpoint
ALTER TABLE "saved_receivers" ADD COLUMN "business_id" uuid;--> statement-breakpoint
ALTER TABLE "business_agreements" ADD CONSTRAINT "business_agreements_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_bookings" ADD CONSTRAINT "business_bookings_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_bookings" ADD CONSTRAINT "business_bookings_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_bookings" ADD CONSTRAINT "business_bookings_agreement_id_business_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."business_agreements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_credits" ADD CONSTRAINT "business_credits_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_credits" ADD CONSTRAINT "business_credits_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_credits" ADD CONSTRAINT "business_credits_reverses_business_credits_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."business_credits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_credits" ADD CONSTRAINT "business_credits_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_events" ADD CONSTRAINT "business_events_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_invites" ADD CONSTRAINT "business_invites_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_members" ADD CONSTRAINT "business_members_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_members" ADD CONSTRAINT "business_members_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_reminders" ADD CONSTRAINT "invoice_reminders_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_act_id_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_bookings_business" ON "business_bookings" USING btree ("business_id","created_at","booking_id");--> statement-breakpoint
CREATE INDEX "business_bookings_agreement" ON "business_bookings" USING btree ("agreement_id");--> statement-breakpoint
CREATE INDEX "business_credits_business" ON "business_credits" USING btree ("business_id","id");--> statement-breakpoint
CREATE INDEX "business_credits_act" ON "business_credits" USING btree ("act_id");--> statement-breakpoint
CREATE INDEX "business_events_business" ON "business_events" USING btree ("business_id","id");--> statement-breakpoint
CREATE INDEX "business_invites_to" ON "business_invites" USING btree ("email");--> statement-breakpoint
CREATE INDEX "business_invites_ends" ON "business_invites" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "business_members_business" ON "business_members" USING btree ("business_id","created_at");--> statement-breakpoint
CREATE INDEX "businesses_newest" ON "businesses" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invoice_lines_invoice" ON "invoice_lines" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE INDEX "invoices_business" ON "invoices" USING btree ("business_id","issued_on","id");--> statement-breakpoint
CREATE INDEX "invoices_act" ON "invoices" USING btree ("act_id");--> statement-breakpoint
ALTER TABLE "booking_batches" ADD CONSTRAINT "booking_batches_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_receivers" ADD CONSTRAINT "saved_receivers_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_batches_business_id" ON "booking_batches" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "saved_receivers_business" ON "saved_receivers" USING btree ("business_id","created_at","id");--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_kind" CHECK ("acts"."kind" in ('earlier', 'taken_back', 'booked', 'corrected', 'cancelled', 'noted', 'receiver_erased', 'status_set', 'picked_up', 'picked_up_unbooked', 'pickup_counted', 'loaded', 'sealed', 'sent_out', 'received', 'handed_over', 'handed_in', 'handed_to_rider', 'received_from_rider', 'delivered', 'attempted', 'corrected_deed', 'deed_kept', 'run_closed', 'incident', 'rescheduled', 'day_moved', 'rider_left', 'transfer_asked', 'exception_opened', 'exception_decided', 'choice', 'attempt_answered', 'not_received', 'not_expected', 'message_failed', 'sender_decided', 'claim_opened', 'claim_decided', 'claim_paid', 'price_set', 'price_accepted', 'return_fee', 'paid', 'payment_reversed', 'collected', 'collection_reversed', 'paid_out', 'payout_reversed', 'cash_counted', 'cash_moved', 'cash_corrected', 'invoiced', 'business_paid', 'business_payment_reversed'));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_pays_delivery" CHECK ("bookings"."pays_delivery" in ('sender_before', 'sender_pickup', 'receiver', 'account'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_method" CHECK ("payments"."method" in ('cash', 'transfer', 'pos', 'online', 'deducted', 'account'));--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD CONSTRAINT "settlement_entries_method" CHECK ("settlement_entries"."method" in ('cash', 'transfer', 'pos', 'online', 'deducted', 'account'));--> statement-breakpoint
ALTER TABLE "money_changes" ADD CONSTRAINT "money_changes_method" CHECK ("money_changes"."method" in ('', 'cash', 'transfer', 'pos', 'online', 'deducted', 'account'));--> statement-breakpoint
ALTER TABLE "booking_batches" ADD CONSTRAINT "booking_batches_business" CHECK (("booking_batches"."kind" = 'business') = ("booking_batches"."business_id" is not null));--> statement-breakpoint
ALTER TABLE "booking_batches" ADD CONSTRAINT "booking_batches_kind" CHECK ("booking_batches"."kind" in ('customer', 'store', 'business', 'staff'));--> statement-breakpoint
ALTER TABLE "saved_receivers" ADD CONSTRAINT "saved_receivers_owner" CHECK (num_nonnulls("saved_receivers"."user_id", "saved_receivers"."store_id", "saved_receivers"."business_id") = 1);--> statement-breakpoint
-- BUSINESS-5: a booking on account counts towards the limit of its business, and is refused beyond it. Two members who book
-- at once wait for each other here, so they never pass it together.
CREATE FUNCTION keep_business_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE left_kobo bigint;
BEGIN
  IF NOT NEW.on_account THEN RETURN NEW; END IF;
  SELECT coalesce(price_kobo, 0) - paid_kobo INTO left_kobo FROM booking_balances WHERE booking_id = NEW.booking_id;
  left_kobo := coalesce(left_kobo, 0);
  UPDATE businesses SET used_kobo = used_kobo + left_kobo
    WHERE id = NEW.business_id AND state = 'open' AND used_kobo + left_kobo - credit_kobo <= limit_kobo;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the limit of business % is used up', NEW.business_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'businesses_limit';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER business_bookings_limit BEFORE INSERT ON business_bookings FOR EACH ROW EXECUTE FUNCTION keep_business_booking();
--> statement-breakpoint
-- BUSINESS-5: a booking stays with its business, and on account or not.
CREATE FUNCTION stay_with_business() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.booking_id, NEW.business_id, NEW.on_account) IS DISTINCT FROM (OLD.booking_id, OLD.business_id, OLD.on_account)
     OR NEW.agreement_id IS DISTINCT FROM OLD.agreement_id THEN
    RAISE EXCEPTION 'a booking stays with its business' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER business_bookings_stay BEFORE UPDATE ON business_bookings FOR EACH ROW EXECUTE FUNCTION stay_with_business();
--> statement-breakpoint
-- BUSINESS-5: later charges and payments of a booking on account change what its business has used. They may pass the limit.
CREATE FUNCTION keep_business_used() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  business uuid;
  before_kobo bigint := 0;
BEGIN
  SELECT business_id INTO business FROM business_bookings WHERE booking_id = NEW.booking_id AND on_account;
  IF business IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN before_kobo := coalesce(OLD.price_kobo, 0) - OLD.paid_kobo; END IF;
  UPDATE businesses SET used_kobo = used_kobo + coalesce(NEW.price_kobo, 0) - NEW.paid_kobo - before_kobo WHERE id = business;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER booking_balances_business AFTER INSERT OR UPDATE ON booking_balances FOR EACH ROW EXECUTE FUNCTION keep_business_used();
--> statement-breakpoint
-- BUSINESS-8: the credit of a business is the sum of its ledger.
CREATE FUNCTION keep_business_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE businesses SET credit_kobo = credit_kobo + NEW.kobo WHERE id = NEW.business_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER business_credits_sum AFTER INSERT ON business_credits FOR EACH ROW EXECUTE FUNCTION keep_business_credit();
--> statement-breakpoint
CREATE TRIGGER business_credits_append_only BEFORE DELETE OR TRUNCATE ON business_credits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER business_credits_stay BEFORE UPDATE ON business_credits FOR EACH ROW EXECUTE FUNCTION keep_ledger();
--> statement-breakpoint
CREATE TRIGGER invoices_append_only BEFORE DELETE OR TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoices_stay BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION keep_ledger();
--> statement-breakpoint
CREATE TRIGGER invoice_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER business_agreements_append_only BEFORE DELETE OR TRUNCATE ON business_agreements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER business_agreements_stay BEFORE UPDATE ON business_agreements FOR EACH ROW EXECUTE FUNCTION keep_ledger();
--> statement-breakpoint
CREATE TRIGGER business_events_append_only BEFORE DELETE OR TRUNCATE ON business_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER business_events_stay BEFORE UPDATE ON business_events FOR EACH ROW EXECUTE FUNCTION keep_ledger();
