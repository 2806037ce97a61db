ALTER TABLE "cash_entries" DROP CONSTRAINT "cash_entries_part";--> statement-breakpoint
ALTER TABLE "cash_entries" DROP CONSTRAINT "cash_entries_collected";--> statement-breakpoint
ALTER TABLE "online_payments" ADD COLUMN "pays" text DEFAULT 'price' NOT NULL;--> statement-breakpoint
ALTER TABLE "cash_entries" ADD CONSTRAINT "cash_entries_part" CHECK ("cash_entries"."part" in ('delivery', 'goods', 'over', 'unbooked'));--> statement-breakpoint
ALTER TABLE "cash_entries" ADD CONSTRAINT "cash_entries_collected" CHECK (("cash_entries"."part" is not null) = ("cash_entries"."kind" = 'collected') and ("cash_entries"."kind" <> 'collected' or ("cash_entries"."booking_id" is null) = ("cash_entries"."part" = 'unbooked')));--> statement-breakpoint
ALTER TABLE "online_payments" ADD CONSTRAINT "online_payments_pays" CHECK ("online_payments"."pays" in ('price', 'door'));--> statement-breakpoint
-- What a receiver paid online before the door is owed at once, and payable once the parcel is delivered: until then it may go back to them.
CREATE FUNCTION is_prepaid(booking uuid, method text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT method = 'online' AND EXISTS (SELECT FROM bookings b WHERE b.id = booking AND b.status <> 'delivered')
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  net bigint := NEW.gross_kobo - NEW.cod_fee_kobo;
  held boolean := EXISTS (
    SELECT FROM cash_entries e WHERE e.id = NEW.cash_entry_id AND e.holder_kind = 'rider' AND e.covered_at IS NULL
  ) OR (NEW.booking_id IS NOT NULL AND NEW.method <> 'deducted' AND (is_frozen(NEW.booking_id) OR is_prepaid(NEW.booking_id, NEW.method)));
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
CREATE OR REPLACE FUNCTION freeze_for_claim()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  payee uuid := (SELECT payee_id FROM cash_on_delivery WHERE booking_id = NEW.booking_id);
  sign integer := CASE WHEN NEW.frozen_to IS NULL THEN 1 ELSE -1 END;
BEGIN
  PERFORM FROM payees WHERE id = payee FOR UPDATE;
  UPDATE payees SET held_kobo = held_kobo + sign * (coalesce((
    SELECT sum(e.gross_kobo - e.cod_fee_kobo) FROM settlement_entries e LEFT JOIN cash_entries c ON c.id = e.cash_entry_id
    WHERE e.booking_id = NEW.booking_id AND e.method <> 'deducted' AND NOT is_prepaid(e.booking_id, e.method)
      AND NOT (c.id IS NOT NULL AND c.holder_kind = 'rider' AND c.covered_at IS NULL)
  ), 0)::bigint - NEW.paid_out_kobo)
  WHERE id = payee;
  RETURN NULL;
END $function$;
--> statement-breakpoint
-- A payout that came back while its parcel is frozen: that part is not paid out any more, and is held with the rest.
CREATE FUNCTION freeze_paid_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE payees SET held_kobo = held_kobo + OLD.paid_out_kobo - NEW.paid_out_kobo
  WHERE id = (SELECT payee_id FROM cash_on_delivery WHERE booking_id = NEW.booking_id);
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE TRIGGER claims_paid_back AFTER UPDATE OF paid_out_kobo ON claims FOR EACH ROW
  WHEN (OLD.paid_out_kobo <> NEW.paid_out_kobo AND NEW.frozen_from IS NOT NULL AND NEW.frozen_to IS NULL)
  EXECUTE FUNCTION freeze_paid_back();
--> statement-breakpoint
CREATE FUNCTION hold_prepaid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- What is frozen is held already, and is let go with its claim.
  IF NOT is_frozen(NEW.id) THEN
    UPDATE payees p SET held_kobo = p.held_kobo + CASE NEW.status WHEN 'delivered' THEN -1 ELSE 1 END * s.net
    FROM (
      SELECT payee_id, sum(gross_kobo - cod_fee_kobo)::bigint AS net FROM settlement_entries
      WHERE booking_id = NEW.id AND method = 'online' GROUP BY 1
    ) s
    WHERE p.id = s.payee_id AND s.net <> 0;
  END IF;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
-- At the end of its transaction: accounts of cash are locked before payees.
CREATE CONSTRAINT TRIGGER bookings_hold_prepaid AFTER UPDATE OF status ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status = 'delivered') <> (NEW.status = 'delivered')) EXECUTE FUNCTION hold_prepaid();
