CREATE TABLE "lane_totals" (
	"span" text NOT NULL,
	"starts" date NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"bookings" integer NOT NULL,
	"revenue_kobo" bigint NOT NULL,
	"vat_kobo" bigint NOT NULL,
	"credit_kobo" bigint NOT NULL,
	"paid_kobo" bigint NOT NULL,
	"owed_kobo" bigint NOT NULL,
	CONSTRAINT "lane_totals_span_starts_from_state_to_state_pk" PRIMARY KEY("span","starts","from_state","to_state"),
	CONSTRAINT "lane_totals_span" CHECK ("lane_totals"."span" in ('to_month_end', 'to_year_end'))
);
--> statement-breakpoint
-- What a change of money counts for its lane, once for each row of lane_totals that it belongs to.
CREATE FUNCTION lane_starts(day date) RETURNS TABLE (span text, starts date) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'to_month_end', generate_series(date_trunc('month', day::timestamp), day::timestamp, '1 day')::date
  UNION ALL
  SELECT 'to_year_end', generate_series(date_trunc('year', day::timestamp), day::timestamp, '1 month')::date
$$;
--> statement-breakpoint
-- Adds what changed to the numbers of its days and lanes, in one statement: a reader sees it before or after. One at a time; returns
-- how many rows it took.
CREATE OR REPLACE FUNCTION fold_money_changes() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  taken integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('fold_money_changes')) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM money_changes RETURNING *
  ), days AS (
    INSERT INTO money_days AS kept (day, kind, method, kobo, vat_kobo, n)
    SELECT day, kind, method, sum(kobo), sum(vat_kobo), sum(n) FROM gone GROUP BY day, kind, method
    ON CONFLICT (day, kind, method) DO UPDATE
      SET kobo = kept.kobo + excluded.kobo, vat_kobo = kept.vat_kobo + excluded.vat_kobo, n = kept.n + excluded.n
  ), lane_days AS (
    SELECT day, from_state, to_state,
      coalesce(sum(n) FILTER (WHERE kind = 'charged'), 0)::bigint AS bookings,
      coalesce(sum(kobo) FILTER (WHERE kind IN ('charged', 'handling')), 0)::bigint AS revenue,
      coalesce(sum(vat_kobo) FILTER (WHERE kind IN ('charged', 'handling')), 0)::bigint AS vat,
      coalesce(sum(kobo) FILTER (WHERE kind = 'credited'), 0)::bigint AS credit,
      coalesce(sum(CASE kind WHEN 'received' THEN kobo ELSE -kobo END) FILTER (WHERE kind IN ('received', 'reversed')), 0)::bigint AS paid,
      coalesce(sum(kobo) FILTER (WHERE kind = 'owed'), 0)::bigint AS owed
    FROM gone WHERE from_state <> '' AND kind NOT IN ('collected', 'paid_out')
    GROUP BY day, from_state, to_state
  ), lanes AS (
    INSERT INTO lane_totals AS kept
      (span, starts, from_state, to_state, bookings, revenue_kobo, vat_kobo, credit_kobo, paid_kobo, owed_kobo)
    SELECT span, starts, from_state, to_state, sum(bookings), sum(revenue), sum(vat), sum(credit), sum(paid), sum(owed)
    FROM lane_days, lane_starts(day) GROUP BY span, starts, from_state, to_state
    ON CONFLICT (span, starts, from_state, to_state) DO UPDATE
      SET bookings = kept.bookings + excluded.bookings, revenue_kobo = kept.revenue_kobo + excluded.revenue_kobo,
        vat_kobo = kept.vat_kobo + excluded.vat_kobo, credit_kobo = kept.credit_kobo + excluded.credit_kobo,
        paid_kobo = kept.paid_kobo + excluded.paid_kobo, owed_kobo = kept.owed_kobo + excluded.owed_kobo
  )
  SELECT count(*) INTO taken FROM gone;
  RETURN taken;
END
$$;
--> statement-breakpoint
-- What was folded before. Changes that are not folded yet come with the next fold.
INSERT INTO lane_totals
  (span, starts, from_state, to_state, bookings, revenue_kobo, vat_kobo, credit_kobo, paid_kobo, owed_kobo)
SELECT at.span, at.starts, from_state, to_state, sum(bookings), sum(revenue), sum(vat), sum(credit), sum(paid), sum(owed)
FROM (
  SELECT starts AS day, from_state, to_state,
    coalesce(sum(n) FILTER (WHERE kind = 'charged'), 0)::bigint AS bookings,
    coalesce(sum(kobo) FILTER (WHERE kind IN ('charged', 'handling')), 0)::bigint AS revenue,
    coalesce(sum(vat_kobo) FILTER (WHERE kind IN ('charged', 'handling')), 0)::bigint AS vat,
    coalesce(sum(kobo) FILTER (WHERE kind = 'credited'), 0)::bigint AS credit,
    coalesce(sum(CASE kind WHEN 'received' THEN kobo ELSE -kobo END) FILTER (WHERE kind IN ('received', 'reversed')), 0)::bigint AS paid,
    coalesce(sum(kobo) FILTER (WHERE kind = 'owed'), 0)::bigint AS owed
  FROM money_lanes WHERE span = 'day' GROUP BY starts, from_state, to_state
) lane_days, lane_starts(day) at GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
DROP TABLE "money_lanes" CASCADE;
--> statement-breakpoint
-- A sender accepts a price: an event too.
ALTER TABLE "delivery_events" DROP CONSTRAINT "delivery_events_kind";--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_kind" CHECK ("delivery_events"."kind" in ('status_set', 'undone', 'corrected', 'price_set', 'price_accepted', 'paid'));
