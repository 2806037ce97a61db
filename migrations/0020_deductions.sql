ALTER TABLE "payments" DROP CONSTRAINT "payments_method";--> statement-breakpoint
ALTER TABLE "settlement_entries" DROP CONSTRAINT "settlement_entries_kind";--> statement-breakpoint
ALTER TABLE "settlement_entries" DROP CONSTRAINT "settlement_entries_method";--> statement-breakpoint
ALTER TABLE "money_changes" DROP CONSTRAINT "money_changes_method";--> statement-breakpoint
ALTER TABLE "settlement_entries" DROP CONSTRAINT "settlement_entries_booking_id_cash_on_delivery_booking_id_fk";
--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD CONSTRAINT "settlement_entries_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_balances_open" ON "booking_balances" USING btree ("booking_id") WHERE paid_kobo < price_kobo;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_method" CHECK ("payments"."method" in ('cash', 'transfer', 'pos', 'online', 'deducted'));--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD CONSTRAINT "settlement_entries_deducted" CHECK ("settlement_entries"."kind" <> 'deducted' or ("settlement_entries"."gross_kobo" < 0 and "settlement_entries"."cod_fee_kobo" = 0 and "settlement_entries"."method" = 'deducted' and "settlement_entries"."booking_id" is not null));--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD CONSTRAINT "settlement_entries_kind" CHECK ("settlement_entries"."kind" in ('collected', 'not_collected', 'paid_out', 'deducted', 'reversed'));--> statement-breakpoint
ALTER TABLE "settlement_entries" ADD CONSTRAINT "settlement_entries_method" CHECK ("settlement_entries"."method" in ('cash', 'transfer', 'pos', 'online', 'deducted'));--> statement-breakpoint
ALTER TABLE "money_changes" ADD CONSTRAINT "money_changes_method" CHECK ("money_changes"."method" in ('', 'cash', 'transfer', 'pos', 'online', 'deducted'));--> statement-breakpoint
-- The return of a booking is deducted from what its sender is owed, also where nothing is collected for it.
CREATE OR REPLACE FUNCTION check_settlement_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.booking_id IS NOT NULL AND NEW.method <> 'deducted' AND NOT EXISTS (
    SELECT FROM cash_on_delivery c WHERE c.booking_id = NEW.booking_id AND c.payee_id = NEW.payee_id
  ) THEN
    RAISE EXCEPTION 'an entry is not of the payee of its booking' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.reverses IS NOT NULL AND NOT EXISTS (
    SELECT FROM settlement_entries e WHERE e.id = NEW.reverses AND e.kind IN ('collected', 'paid_out', 'deducted')
      AND e.payee_id = NEW.payee_id AND e.booking_id IS NOT DISTINCT FROM NEW.booking_id
      AND e.method = NEW.method AND e.gross_kobo = -NEW.gross_kobo
  ) THEN
    RAISE EXCEPTION 'a reversal does not match its entry' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$function$;
--> statement-breakpoint
-- A deduction is nothing that was collected.
CREATE OR REPLACE FUNCTION keep_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  net bigint := NEW.gross_kobo - NEW.cod_fee_kobo;
BEGIN
  UPDATE cash_on_delivery SET
    collected_kobo = collected_kobo + NEW.gross_kobo,
    cod_fee_kobo = cod_fee_kobo + NEW.cod_fee_kobo,
    recorded_at = CASE WHEN NEW.kind = 'reversed' AND collected_kobo + NEW.gross_kobo = 0 THEN NULL ELSE NEW.at END
  WHERE booking_id = NEW.booking_id AND NEW.method <> 'deducted';
  UPDATE payees SET
    owed_kobo = owed_kobo + net,
    owed_since = CASE WHEN owed_kobo + net <= 0 THEN NULL WHEN owed_kobo > 0 THEN owed_since ELSE NEW.at END
  WHERE id = NEW.payee_id;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
-- It leaves what we hold as a payout does, by a method of its own: what is held stays collected less handling and paid out.
CREATE OR REPLACE FUNCTION keep_money_settled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  parcel bookings;
  terms cash_on_delivery;
  sign integer := CASE NEW.kind WHEN 'reversed' THEN -1 ELSE 1 END;
BEGIN
  IF NEW.booking_id IS NOT NULL AND NEW.method <> 'deducted' THEN
    SELECT * INTO STRICT parcel FROM bookings WHERE id = NEW.booking_id FOR SHARE;
    SELECT * INTO STRICT terms FROM cash_on_delivery WHERE booking_id = NEW.booking_id;
  END IF;
  INSERT INTO money_changes (day, kind, method, from_state, to_state, kobo, vat_kobo, n)
  SELECT lagos_day(NEW.at)::date, v.kind, v.method, coalesce(parcel.sender_state, ''), coalesce(parcel.receiver_state, ''), v.kobo, v.vat, v.n
  FROM (VALUES
    ('collected', NEW.method, CASE WHEN parcel.id IS NULL THEN 0 ELSE NEW.gross_kobo END, 0::bigint, sign),
    ('handling', '', NEW.cod_fee_kobo,
      vat_in_cod_fee(terms.cod_fee_kobo, terms.created_at) - vat_in_cod_fee(terms.cod_fee_kobo - NEW.cod_fee_kobo, terms.created_at), 0),
    ('paid_out', NEW.method, CASE WHEN parcel.id IS NULL THEN -NEW.gross_kobo ELSE 0 END, 0, sign)
  ) v (kind, method, kobo, vat, n)
  WHERE v.kobo <> 0;
  RETURN NULL;
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
  WHERE one_booking IS NULL OR p.booking_id = one_booking
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
-- The foreign key held this as long as entries named amounts to collect only.
CREATE OR REPLACE FUNCTION keep_collection_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  correctable boolean := OLD.collected_kobo = 0 AND NOT EXISTS (
    SELECT FROM bookings d WHERE d.id = OLD.booking_id AND d.status = 'delivered'
  );
BEGIN
  IF TG_OP = 'DELETE' AND correctable AND NOT EXISTS (
    SELECT FROM settlement_entries e WHERE e.booking_id = OLD.booking_id AND e.method <> 'deducted'
  ) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW.amount_kobo = OLD.amount_kobo OR correctable)
     AND (NEW.booking_id, NEW.payee_id, NEW.cod_fee_per_mille, NEW.cod_fee_minimum_kobo)
     = (OLD.booking_id, OLD.payee_id, OLD.cod_fee_per_mille, OLD.cod_fee_minimum_kobo) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an amount to collect is not changed any more' USING ERRCODE = 'restrict_violation';
END
$function$;
