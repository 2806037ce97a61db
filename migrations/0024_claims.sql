CREATE TABLE "claim_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claim_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"claim_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"words" text,
	"kobo" bigint,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "claim_entries_kind" CHECK ("claim_entries"."kind" in ('opened', 'given', 'noted', 'waiting', 'reopened', 'message', 'decided', 'paid', 'payment_reversed')),
	CONSTRAINT "claim_entries_words" CHECK (length("claim_entries"."words") <= 500)
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"words" text,
	"owner_id" uuid,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"opened_by_name" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"frozen_from" bigint,
	"frozen_to" bigint,
	"paid_out_kobo" bigint DEFAULT 0 NOT NULL,
	"outcome" text,
	"decision" text,
	"granted_kobo" bigint DEFAULT 0 NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by_user_id" uuid,
	"decided_by_name" text,
	"closed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "claims_kind" CHECK ("claims"."kind" in ('not_received', 'loss', 'damage', 'complaint')),
	CONSTRAINT "claims_state" CHECK ("claims"."state" in ('open', 'waiting', 'to_pay', 'closed')),
	CONSTRAINT "claims_outcome" CHECK ("claims"."outcome" in ('accepted', 'refused')),
	CONSTRAINT "claims_words" CHECK (length("claims"."words") <= 500 and length("claims"."decision") <= 500),
	CONSTRAINT "claims_decided" CHECK (("claims"."state" in ('to_pay', 'closed')) = ("claims"."decided_at" is not null) and ("claims"."decided_at" is null) = ("claims"."outcome" is null)),
	CONSTRAINT "claims_closed" CHECK (("claims"."state" = 'closed') = ("claims"."closed_at" is not null)),
	CONSTRAINT "claims_granted" CHECK ("claims"."granted_kobo" between 0 and 100000000000 and ("claims"."granted_kobo" = 0 or "claims"."outcome" = 'accepted') and ("claims"."state" <> 'to_pay' or "claims"."granted_kobo" > 0)),
	CONSTRAINT "claims_frozen" CHECK ("claims"."frozen_to" is null or ("claims"."frozen_from" is not null and "claims"."frozen_to" >= "claims"."frozen_from")),
	CONSTRAINT "claims_let_go" CHECK ("claims"."frozen_from" is null or ("claims"."frozen_to" is null) = ("claims"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "booking_events" DROP CONSTRAINT "booking_events_kind";--> statement-breakpoint
ALTER TABLE "exceptions" DROP CONSTRAINT "exceptions_kind";--> statement-breakpoint
ALTER TABLE "exceptions" DROP CONSTRAINT "exceptions_reason";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_out";--> statement-breakpoint
ALTER TABLE "money_changes" DROP CONSTRAINT "money_changes_kind";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
ALTER TABLE "claim_entries" ADD CONSTRAINT "claim_entries_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_owner_id_admin_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."admin_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_entries_claim" ON "claim_entries" USING btree ("claim_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_one_open" ON "claims" USING btree ("booking_id","kind") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "claims_due" ON "claims" USING btree ("state","due_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "claims_closed_newest" ON "claims" USING btree ("closed_at","id") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "claims_frozen_now" ON "claims" USING btree ("booking_id") WHERE frozen_from is not null and frozen_to is null;--> statement-breakpoint
CREATE INDEX "claims_booking" ON "claims" USING btree ("booking_id","opened_at");--> statement-breakpoint
CREATE INDEX "claims_owner" ON "claims" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_claim" ON "payments" USING btree ("claim_id") WHERE claim_id is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_claim" ON "contact_messages" USING btree ("claim_id") WHERE claim_id is not null;--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_kind" CHECK ("booking_events"."kind" in ('booked', 'status_set', 'undone', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled', 'held_for_collection', 'delivered', 'return_started', 'returned', 'cancelled', 'incident', 'corrected', 'price_set', 'price_accepted', 'paid', 'not_received', 'claim_opened', 'claim_decided', 'noted'));--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_kind" CHECK ("exceptions"."kind" in ('missing', 'extra', 'refused', 'attempts_used', 'unconfirmed_claim', 'deeds_disagree', 'no_destination', 'run_not_closed', 'linehaul_overdue', 'incident', 'deed_unclear', 'phone_silent', 'wrong_pin', 'proof_missing', 'cash_difference', 'transfer_to_confirm', 'not_received', 'to_complete'));--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_reason" CHECK ("exceptions"."close_reason" in ('found', 'delivered', 'counted_wrong', 'handed_over', 'try_again', 'hold', 'return', 'lost', 'other_run', 'money_in', 'money_not_found', 'claim_decided', 'solved', 'no_fault'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_out" CHECK ((("payments"."direction" = 'out') = ("payments"."claim_id" is not null)) = ("payments"."reverses" is null));--> statement-breakpoint
ALTER TABLE "money_changes" ADD CONSTRAINT "money_changes_kind" CHECK ("money_changes"."kind" in ('charged', 'credited', 'received', 'reversed', 'owed', 'handling', 'collected', 'paid_out', 'compensated'));--> statement-breakpoint
-- What is paid for a claim is no payment of the booking's price, and belongs to no lane.
CREATE OR REPLACE FUNCTION keep_booking_paid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.claim_id IS NOT NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO booking_balances (booking_id) VALUES (NEW.booking_id) ON CONFLICT DO NOTHING;
  UPDATE booking_balances SET paid_kobo = paid_kobo + CASE NEW.direction WHEN 'in' THEN NEW.kobo ELSE -NEW.kobo END
    WHERE booking_id = NEW.booking_id;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_money_paid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  parcel bookings;
BEGIN
  IF NEW.claim_id IS NOT NULL THEN
    INSERT INTO money_changes (day, kind, method, from_state, to_state, kobo, vat_kobo, n)
    VALUES (lagos_day(NEW.at)::date, 'compensated', NEW.method, '', '', CASE NEW.direction WHEN 'out' THEN NEW.kobo ELSE -NEW.kobo END, 0,
      CASE NEW.direction WHEN 'out' THEN 1 ELSE -1 END);
    RETURN NULL;
  END IF;
  SELECT * INTO STRICT parcel FROM bookings WHERE id = NEW.booking_id FOR SHARE;
  INSERT INTO money_changes (day, kind, method, from_state, to_state, kobo, vat_kobo, n)
  SELECT v.day::date, v.kind, v.method, parcel.sender_state, parcel.receiver_state, v.kobo, 0, v.n
  FROM (VALUES
    (lagos_day(NEW.at), CASE NEW.direction WHEN 'in' THEN 'received' ELSE 'reversed' END, NEW.method, NEW.kobo, 1),
    (lagos_day(parcel.created_at), 'owed', '', CASE NEW.direction WHEN 'in' THEN -NEW.kobo ELSE NEW.kobo END, 0)
  ) v (day, kind, method, kobo, n);
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT FROM payments p WHERE p.id = NEW.reverses AND p.reverses IS NULL AND p.booking_id = NEW.booking_id
      AND p.method = NEW.method AND p.kobo = NEW.kobo AND p.direction <> NEW.direction
      AND p.claim_id IS NOT DISTINCT FROM NEW.claim_id
  ) THEN
    RAISE EXCEPTION 'a reversal does not match its payment' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION money_facts(one_booking uuid)
 RETURNS TABLE(booking_id uuid, day date, kind text, method text, kobo bigint, vat_kobo bigint, n integer)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT c.booking_id, v.day::date, v.kind, '', v.kobo, v.vat_kobo, v.n
  FROM (
    SELECT b.booking_id, at, total_kobo - coalesce(lag(total_kobo) OVER one, 0) AS total,
      line_kobo(lines, 'credit') - coalesce(lag(line_kobo(lines, 'credit')) OVER one, 0) AS credit,
      line_kobo(lines, 'vat') - coalesce(lag(line_kobo(lines, 'vat')) OVER one, 0) AS vat,
      CASE WHEN lag(id) OVER one IS NULL THEN 1 ELSE 0 END AS first
    FROM booking_charges b WHERE one_booking IS NULL OR b.booking_id = one_booking
    WINDOW one AS (PARTITION BY b.booking_id ORDER BY id)
  ) c, LATERAL (VALUES
    (lagos_day(at), 'charged', total - credit, vat, first), (lagos_day(at), 'credited', -credit, 0, 0), (NULL, 'owed', total, 0, 0)
  ) v (day, kind, kobo, vat_kobo, n)
  UNION ALL
  SELECT p.booking_id, v.day::date, v.kind, v.method, v.kobo, 0, v.n
  FROM payments p, LATERAL (VALUES
    (lagos_day(at), CASE direction WHEN 'in' THEN 'received' ELSE 'reversed' END, p.method, p.kobo, 1),
    (NULL, 'owed', '', CASE direction WHEN 'in' THEN -p.kobo ELSE p.kobo END, 0)
  ) v (day, kind, method, kobo, n)
  WHERE p.claim_id IS NULL AND (one_booking IS NULL OR p.booking_id = one_booking)
  UNION ALL
  SELECT e.booking_id, lagos_day(at)::date, v.kind, v.method, v.kobo, v.vat_kobo, v.n
  FROM (
    SELECT e.*, c.created_at AS asked, sum(e.cod_fee_kobo) OVER (PARTITION BY e.booking_id ORDER BY e.id)::bigint AS cod_fee_so_far
    FROM settlement_entries e JOIN cash_on_delivery c ON c.booking_id = e.booking_id
    WHERE e.method <> 'deducted' AND (one_booking IS NULL OR e.booking_id = one_booking)
  ) e, LATERAL (VALUES
    ('collected', e.method, e.gross_kobo, 0::bigint, CASE e.kind WHEN 'reversed' THEN -1 ELSE 1 END),
    ('handling', '', e.cod_fee_kobo,
      vat_in_cod_fee(cod_fee_so_far, asked) - vat_in_cod_fee(cod_fee_so_far - e.cod_fee_kobo, asked), 0)
  ) v (kind, method, kobo, vat_kobo, n)
$function$;
--> statement-breakpoint
-- What people wrote about a claim goes as soon as one of the people of its booking is erased.
CREATE FUNCTION forget_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE claims SET words = NULL, decision = NULL WHERE booking_id = NEW.id AND coalesce(words, decision) IS NOT NULL;
  UPDATE claim_entries SET words = NULL WHERE words IS NOT NULL AND claim_id IN (SELECT id FROM claims WHERE booking_id = NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bookings_forget_claims AFTER UPDATE OF receiver_phone, sender_email ON bookings FOR EACH ROW
  WHEN ((NEW.receiver_phone = 'Not kept' AND OLD.receiver_phone <> 'Not kept')
    OR (NEW.sender_email = 'deleted-customer@account.invalid' AND OLD.sender_email <> 'deleted-customer@account.invalid'))
  EXECUTE FUNCTION forget_claims();
--> statement-breakpoint
-- CLAIM-3: what is collected for a booking is held while a claim freezes it, whoever has the cash.
CREATE FUNCTION is_frozen(booking uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM claims c WHERE c.booking_id = booking AND c.frozen_from IS NOT NULL AND c.frozen_to IS NULL)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION hold_for_payees(entries bigint[], sign integer) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM payees WHERE id IN (SELECT payee_id FROM settlement_entries WHERE cash_entry_id = ANY (entries)) ORDER BY id FOR UPDATE;
  UPDATE payees p SET held_kobo = p.held_kobo + sign * s.net
  FROM (
    SELECT payee_id, sum(gross_kobo - cod_fee_kobo)::bigint AS net FROM settlement_entries
    WHERE cash_entry_id = ANY (entries) AND NOT is_frozen(booking_id) GROUP BY 1
  ) s
  WHERE p.id = s.payee_id AND s.net <> 0;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  net bigint := NEW.gross_kobo - NEW.cod_fee_kobo;
  held boolean := EXISTS (
    SELECT FROM cash_entries e WHERE e.id = NEW.cash_entry_id AND e.holder_kind = 'rider' AND e.covered_at IS NULL
  ) OR (NEW.booking_id IS NOT NULL AND NEW.method <> 'deducted' AND is_frozen(NEW.booking_id));
BEGIN
  UPDATE cash_on_delivery SET
    collected_kobo = collected_kobo + NEW.gross_kobo,
    cod_fee_kobo = cod_fee_kobo + NEW.cod_fee_kobo,
    recorded_at = CASE WHEN NEW.kind = 'reversed' AND collected_kobo + NEW.gross_kobo = 0 THEN NULL ELSE NEW.at END
  WHERE booking_id = NEW.booking_id AND NEW.method <> 'deducted';
  UPDATE payees SET
    owed_kobo = owed_kobo + net,
    held_kobo = held_kobo + CASE WHEN held THEN net ELSE 0 END,
    owed_since = CASE WHEN owed_kobo + net <= 0 THEN NULL WHEN owed_kobo > 0 THEN owed_since ELSE NEW.at END
  WHERE id = NEW.payee_id;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
-- A claim begins or ends to freeze: what is not in a rider's hands anyway, and was not paid out before, is held or let go. With the payee locked:
-- a payout, and a pay-in of a rider, come before or after.
CREATE FUNCTION freeze_for_claim() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payee uuid := (SELECT payee_id FROM cash_on_delivery WHERE booking_id = NEW.booking_id);
  sign integer := CASE WHEN NEW.frozen_to IS NULL THEN 1 ELSE -1 END;
BEGIN
  PERFORM FROM payees WHERE id = payee FOR UPDATE;
  UPDATE payees SET held_kobo = held_kobo + sign * (coalesce((
    SELECT sum(e.gross_kobo - e.cod_fee_kobo) FROM settlement_entries e LEFT JOIN cash_entries c ON c.id = e.cash_entry_id
    WHERE e.booking_id = NEW.booking_id AND e.method <> 'deducted'
      AND NOT (c.id IS NOT NULL AND c.holder_kind = 'rider' AND c.covered_at IS NULL)
  ), 0)::bigint - NEW.paid_out_kobo)
  WHERE id = payee;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER claims_freeze AFTER INSERT ON claims FOR EACH ROW WHEN (NEW.frozen_from IS NOT NULL AND NEW.frozen_to IS NULL)
  EXECUTE FUNCTION freeze_for_claim();
--> statement-breakpoint
CREATE TRIGGER claims_let_go AFTER UPDATE OF frozen_to ON claims FOR EACH ROW WHEN (OLD.frozen_from IS NOT NULL AND OLD.frozen_to IS NULL AND NEW.frozen_to IS NOT NULL)
  EXECUTE FUNCTION freeze_for_claim();
