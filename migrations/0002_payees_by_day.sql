CREATE TABLE "payee_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payee_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"payee_id" uuid NOT NULL,
	"collected_kobo" bigint NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"deducted_kobo" bigint NOT NULL,
	"paid_out_kobo" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payee_days" (
	"day" date NOT NULL,
	"payee_id" uuid NOT NULL,
	"took" integer[] NOT NULL,
	"days" integer NOT NULL,
	CONSTRAINT "payee_days_day_payee_id_pk" PRIMARY KEY("day","payee_id")
);
--> statement-breakpoint
CREATE TABLE "payee_totals" (
	"span" text NOT NULL,
	"starts" date NOT NULL,
	"payee_id" uuid NOT NULL,
	"collected_kobo" bigint NOT NULL,
	"fee_kobo" bigint NOT NULL,
	"deducted_kobo" bigint NOT NULL,
	"paid_out_kobo" bigint NOT NULL,
	CONSTRAINT "payee_totals_span_starts_payee_id_pk" PRIMARY KEY("span","starts","payee_id"),
	CONSTRAINT "payee_totals_span" CHECK ("payee_totals"."span" in ('to_month_end', 'to_year_end'))
);
--> statement-breakpoint
CREATE INDEX "payee_days_payee" ON "payee_days" USING btree ("payee_id");--> statement-breakpoint
-- REPORT-11: what entries add to the sums of their payees. An entry of no booking is a payout, or takes one back.
CREATE FUNCTION add_payee_change(e settlement_entries) RETURNS void LANGUAGE sql AS $$
  INSERT INTO payee_changes (day, payee_id, collected_kobo, fee_kobo, deducted_kobo, paid_out_kobo)
  SELECT lagos_day(e.at)::date, e.payee_id,
    CASE WHEN e.booking_id IS NOT NULL AND e.method <> 'deducted' THEN e.gross_kobo ELSE 0 END, e.cod_fee_kobo,
    CASE WHEN e.booking_id IS NOT NULL AND e.method = 'deducted' THEN -e.gross_kobo ELSE 0 END,
    CASE WHEN e.booking_id IS NULL THEN -e.gross_kobo ELSE 0 END
$$;--> statement-breakpoint
CREATE FUNCTION keep_payee_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_payee_change(NEW);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER settlement_entries_keep_payee AFTER INSERT ON settlement_entries FOR EACH ROW EXECUTE FUNCTION keep_payee_entry();--> statement-breakpoint
-- What a rider pays in, or no longer has paid in, moves the day from which the payout is counted.
CREATE FUNCTION keep_payee_covered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payee_changes (day, payee_id, collected_kobo, fee_kobo, deducted_kobo, paid_out_kobo)
  SELECT lagos_day(at)::date, payee_id, 0, 0, 0, 0 FROM settlement_entries WHERE cash_entry_id = NEW.id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER cash_entries_keep_payee AFTER UPDATE OF covered_at ON cash_entries FOR EACH ROW
  WHEN (OLD.covered_at IS DISTINCT FROM NEW.covered_at) EXECUTE FUNCTION keep_payee_covered();--> statement-breakpoint
-- The collections that payouts paid in full. Payouts and deductions pay the oldest collection first (SETTLE-7). A collection becomes
-- payable when the rider pays it in, or when it is recorded if no rider held it. What was paid before it was collected took no day.
-- Collections and payouts are put into one order by what they amount to so far: a turn is a payout and the collections before it
-- that it pays.
CREATE FUNCTION payee_days_of(ids uuid[]) RETURNS SETOF payee_days LANGUAGE sql STABLE SET jit TO off SET max_parallel_workers_per_gather TO 0 AS $$
  WITH ledger AS (
    SELECT id, payee_id, kind, gross_kobo, cod_fee_kobo, at, cash_entry_id FROM settlement_entries s
    WHERE payee_id = ANY (ids) AND reverses IS NULL AND NOT EXISTS (SELECT FROM settlement_entries r WHERE r.reverses = s.id)
  ), steps AS (
    SELECT s.payee_id, coalesce(c.covered_at, s.at) AS payable_at, NULL AS out_at,
      sum(s.gross_kobo - s.cod_fee_kobo) OVER (PARTITION BY s.payee_id ORDER BY coalesce(c.covered_at, s.at), s.id) AS upto
    FROM ledger s LEFT JOIN cash_entries c ON c.id = s.cash_entry_id
    WHERE s.kind = 'collected' AND s.gross_kobo > s.cod_fee_kobo AND (c.id IS NULL OR c.holder_kind = 'hub' OR c.covered_at IS NOT NULL)
    UNION ALL
    SELECT payee_id, NULL, at, sum(-gross_kobo) OVER (PARTITION BY payee_id ORDER BY id)
    FROM ledger WHERE kind IN ('paid_out', 'deducted')
  ), placed AS (
    SELECT payee_id, payable_at, out_at, count(out_at) OVER (PARTITION BY payee_id ORDER BY upto, out_at IS NOT NULL
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - (out_at IS NOT NULL)::int AS turn
    FROM steps
  ), dated AS (
    SELECT payee_id, ((payable_at AT TIME ZONE 'UTC') + interval '1 hour')::date AS payable,
      ((max(out_at) OVER (PARTITION BY payee_id, turn) AT TIME ZONE 'UTC') + interval '1 hour')::date AS paid
    FROM placed
  )
  SELECT paid, payee_id, array_agg(greatest(0, paid - payable) ORDER BY greatest(0, paid - payable)), sum(greatest(0, paid - payable))::int
  FROM dated WHERE payable IS NOT NULL AND paid IS NOT NULL GROUP BY paid, payee_id
$$;--> statement-breakpoint
CREATE FUNCTION roll_up_payee_changes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('roll_up_payee_changes')) THEN
    RETURN;
  END IF;
  WITH gone AS (
    DELETE FROM payee_changes RETURNING *
  ), totals AS (
    INSERT INTO payee_totals AS kept (span, starts, payee_id, collected_kobo, fee_kobo, deducted_kobo, paid_out_kobo)
    SELECT span, starts, payee_id, sum(collected_kobo), sum(fee_kobo), sum(deducted_kobo), sum(paid_out_kobo)
    FROM gone, lane_starts(day) GROUP BY span, starts, payee_id
    ON CONFLICT (span, starts, payee_id) DO UPDATE
      SET collected_kobo = kept.collected_kobo + excluded.collected_kobo, fee_kobo = kept.fee_kobo + excluded.fee_kobo,
        deducted_kobo = kept.deducted_kobo + excluded.deducted_kobo, paid_out_kobo = kept.paid_out_kobo + excluded.paid_out_kobo
  )
  SELECT array_agg(DISTINCT payee_id) INTO changed FROM gone;
  -- A later entry may be read here: its own change is then counted again in the next round.
  DELETE FROM payee_days WHERE payee_id = ANY (changed);
  INSERT INTO payee_days SELECT * FROM payee_days_of(changed);
END
$$;--> statement-breakpoint
-- What the ledger says until now.
SELECT count(add_payee_change(e)) FROM settlement_entries e;--> statement-breakpoint
SELECT roll_up_payee_changes();
