-- A part of the waiting changes at once: after a correction of all bookings, adding every change took longer than a
-- statement may, so that no change was ever added.
DROP FUNCTION roll_up_money_changes();--> statement-breakpoint
CREATE FUNCTION roll_up_money_changes(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  taken integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('roll_up_money_changes')) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM money_changes WHERE id IN (SELECT id FROM money_changes ORDER BY id LIMIT most) RETURNING *
  ), days AS (
    INSERT INTO money_days AS kept (day, kind, method, kobo, vat_kobo, n)
    SELECT day, kind, method, sum(kobo), sum(vat_kobo), sum(n) FROM gone GROUP BY day, kind, method
    ON CONFLICT (day, kind, method) DO UPDATE
      SET kobo = kept.kobo + excluded.kobo, vat_kobo = kept.vat_kobo + excluded.vat_kobo, n = kept.n + excluded.n
  ), of_bookings AS (
    SELECT day, from_state, to_state, service, coalesce(business_id::text, 'none') AS business,
      coalesce(sum(n) FILTER (WHERE kind = 'charged'), 0)::bigint AS bookings,
      coalesce(sum(kobo) FILTER (WHERE kind IN ('charged', 'handling')), 0)::bigint AS revenue,
      coalesce(sum(vat_kobo) FILTER (WHERE kind IN ('charged', 'handling')), 0)::bigint AS vat,
      coalesce(sum(kobo) FILTER (WHERE kind = 'credited'), 0)::bigint AS credit,
      coalesce(sum(CASE kind WHEN 'received' THEN kobo ELSE -kobo END) FILTER (WHERE kind IN ('received', 'reversed')), 0)::bigint AS paid,
      coalesce(sum(kobo) FILTER (WHERE kind = 'owed'), 0)::bigint AS owed
    FROM gone WHERE from_state <> '' AND kind NOT IN ('collected', 'paid_out')
    GROUP BY day, from_state, to_state, service, business
  ), lane_days AS (
    SELECT day, from_state, to_state, sum(bookings) AS bookings, sum(revenue) AS revenue, sum(vat) AS vat, sum(credit) AS credit,
      sum(paid) AS paid, sum(owed) AS owed
    FROM of_bookings GROUP BY day, from_state, to_state
  ), lanes AS (
    INSERT INTO lane_totals AS kept
      (span, starts, from_state, to_state, bookings, revenue_kobo, vat_kobo, credit_kobo, paid_kobo, owed_kobo)
    SELECT span, starts, from_state, to_state, sum(bookings), sum(revenue), sum(vat), sum(credit), sum(paid), sum(owed)
    FROM lane_days, lane_starts(day) GROUP BY span, starts, from_state, to_state
    ON CONFLICT (span, starts, from_state, to_state) DO UPDATE
      SET bookings = kept.bookings + excluded.bookings, revenue_kobo = kept.revenue_kobo + excluded.revenue_kobo,
        vat_kobo = kept.vat_kobo + excluded.vat_kobo, credit_kobo = kept.credit_kobo + excluded.credit_kobo,
        paid_kobo = kept.paid_kobo + excluded.paid_kobo, owed_kobo = kept.owed_kobo + excluded.owed_kobo
  ), subject_days AS (
    SELECT day, view, subject, sum(bookings) AS bookings, sum(revenue) AS revenue, sum(vat) AS vat, sum(credit) AS credit,
      sum(paid) AS paid, sum(owed) AS owed
    FROM of_bookings, LATERAL (VALUES ('service', service), ('business', business)) v (view, subject)
    WHERE service <> '' GROUP BY day, view, subject
  ), subjects AS (
    INSERT INTO subject_totals AS kept
      (view, span, starts, subject, bookings, revenue_kobo, vat_kobo, credit_kobo, paid_kobo, owed_kobo)
    SELECT view, span, starts, subject, sum(bookings), sum(revenue), sum(vat), sum(credit), sum(paid), sum(owed)
    FROM subject_days, lane_starts(day) GROUP BY view, span, starts, subject
    ON CONFLICT (view, span, starts, subject) DO UPDATE
      SET bookings = kept.bookings + excluded.bookings, revenue_kobo = kept.revenue_kobo + excluded.revenue_kobo,
        vat_kobo = kept.vat_kobo + excluded.vat_kobo, credit_kobo = kept.credit_kobo + excluded.credit_kobo,
        paid_kobo = kept.paid_kobo + excluded.paid_kobo, owed_kobo = kept.owed_kobo + excluded.owed_kobo
  )
  SELECT count(*) INTO taken FROM gone;
  RETURN taken;
END
$$;--> statement-breakpoint
DROP FUNCTION roll_up_payee_changes();--> statement-breakpoint
CREATE FUNCTION roll_up_payee_changes(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('roll_up_payee_changes')) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM payee_changes WHERE payee_id IN (SELECT DISTINCT payee_id FROM payee_changes LIMIT most) RETURNING *
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
  RETURN coalesce(cardinality(changed), 0);
END
$$;
