ALTER TABLE "acts" ADD COLUMN "phone_id" uuid;--> statement-breakpoint
ALTER TABLE "acts" ADD COLUMN "phone_number" integer;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_phone" CHECK (("acts"."phone_id" is null) = ("acts"."phone_number" is null));--> statement-breakpoint
-- Acts of before that came from a phone's deed: the phone and the deed's number.
ALTER TABLE acts DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE acts SET phone_id = d.device_id, phone_number = d.seq FROM rider_deeds d WHERE d.deed_id = acts.deed_id AND acts.source = 'phone';--> statement-breakpoint
ALTER TABLE acts ENABLE TRIGGER USER;--> statement-breakpoint
-- REPORT-7: deeds are in the order of app/domain/deed-order.ts, and attempts that do not count for a state count in no report
-- (app/domain/booking-state.ts).
CREATE OR REPLACE FUNCTION numbers_of_changes(changes parcel_changes[])
RETURNS TABLE (day date, hub_id uuid, run_id uuid, from_state text, to_state text,
  picked_up integer, arrived integer, departed integer, sent_out integer, delivered integer, on_time integer, first_tries integer,
  first_delivered integer, attempts integer, missing integer, returned integer)
LANGUAGE sql STABLE SET jit = off AS $$
  WITH change AS MATERIALIZED (
    SELECT * FROM unnest(changes)
  ), parcel AS MATERIALIZED (
    SELECT b.id, v.*
    FROM (SELECT DISTINCT booking_id FROM change) c
    JOIN bookings b ON b.id = c.booking_id
    LEFT JOIN (SELECT DISTINCT ON (booking_id) * FROM change WHERE pieces IS NOT NULL ORDER BY booking_id, id) was USING (booking_id),
      LATERAL (VALUES
        (1, b.sender_state, b.receiver_state, b.pieces, lagos_day(b.estimated_delivery)::date),
        (-1, coalesce(was.from_state, b.sender_state), coalesce(was.to_state, b.receiver_state), coalesce(was.pieces, b.pieces),
          coalesce(was.due, lagos_day(b.estimated_delivery)::date))
      ) v (sign, from_state, to_state, pieces, due)
  ), said AS (
    SELECT p.id AS booking_id, p.sign, p.due, p.from_state, p.to_state, one.number AS piece, e.id, e.undoes, e.occurred_at,
      ((e.occurred_at AT TIME ZONE 'UTC') + interval '1 hour')::date AS day, coalesce(e.hub_id, r.hub_id, '00000000-0000-0000-0000-000000000000') AS hub_id,
      coalesce(e.run_id, '00000000-0000-0000-0000-000000000000') AS run_id, a.phone_id, a.phone_number,
      e.kind = 'attempted' AND a.phone_id IS NOT NULL AS is_told_attempt,
      CASE e.kind WHEN 'arrived_at_hub' THEN 1 WHEN 'attempted' THEN 4 WHEN 'returned' THEN 5 WHEN 'cancelled' THEN 6
        WHEN 'delivered' THEN 7 WHEN 'status_set' THEN 8 WHEN 'rescheduled' THEN 3 WHEN 'held_for_collection' THEN 3
        WHEN 'return_started' THEN 3 ELSE 2 END AS step,
      CASE WHEN e.kind = 'status_set' THEN array_position(array['pending', 'in_transit', 'delivered', 'failed'], e.to_status) END AS set_to,
      CASE WHEN e.kind <> 'status_set' THEN e.kind WHEN e.to_status = 'failed' THEN 'attempted' ELSE e.to_status END COLLATE "C" AS says,
      coalesce(e.reason IN (
        'nobody_home', 'phone_not_answered', 'address_not_found', 'refused', 'refused_after_opening', 'wrong_item', 'place_closed',
        'could_not_pay'), false) AS reason_counts,
      array_agg(e.undoes) FILTER (WHERE e.undoes IS NOT NULL) OVER (PARTITION BY p.id, p.sign, one.number) AS undone
    FROM parcel p
    JOIN booking_events e ON e.booking_id = p.id AND e.kind IN ('undone',
      'status_set', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled',
      'held_for_collection', 'delivered', 'return_started', 'returned', 'cancelled')
    JOIN acts a ON a.id = e.act_id
    LEFT JOIN runs r ON r.id = e.run_id
    -- PostgreSQL expects a thousand rows of generate_series, and ten of a list.
    CROSS JOIN unnest(('{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50}'::integer[])[1:p.pieces]) AS one (number)
    WHERE (e.piece IS NULL OR e.piece = one.number OR e.undoes IS NOT NULL)
      AND (p.sign > 0 OR e.id NOT IN (SELECT event_id FROM change WHERE event_id IS NOT NULL))
  ), deed AS (
    -- Picked up, and returned, is a piece once. Seen again at one place on one day it is seen once.
    SELECT *, CASE WHEN says NOT IN ('picked_up', 'returned') THEN day END AS seen_on, CASE WHEN says NOT IN ('picked_up', 'returned') THEN hub_id END AS seen_at,
      CASE WHEN says NOT IN ('picked_up', 'returned') THEN run_id END AS seen_by
    FROM said WHERE undoes IS NULL AND (undone IS NULL OR id <> ALL (undone))
  ), ranked AS (
    SELECT *, CASE WHEN phone_id IS NULL THEN step
      ELSE max(step) OVER (PARTITION BY booking_id, sign, piece, occurred_at, phone_id ORDER BY phone_number, step) END AS lifted
    FROM deed
  ), ordered AS (
    SELECT *, row_number() OVER (PARTITION BY booking_id, sign, piece
      ORDER BY occurred_at, lifted, phone_id NULLS FIRST, phone_number, step, set_to, id) AS turn
    FROM ranked
  ), ended AS (
    SELECT *,
      max(turn) FILTER (WHERE says IN ('delivered', 'returned')) OVER before AS end_turn,
      max(turn) FILTER (WHERE says IN ('picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'delivered', 'returned')) OVER before AS move_turn
    FROM ordered
    WINDOW before AS (PARTITION BY booking_id, sign, piece ORDER BY turn ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ), placed AS (
    -- An attempt that a phone tells of a piece that has come to its end does not count.
    SELECT *, says = 'attempted' AND reason_counts AS is_attempt,
      row_number() OVER (PARTITION BY booking_id, sign, piece ORDER BY turn) AS place,
      row_number() OVER (PARTITION BY booking_id, sign, piece, says, seen_on, seen_at, seen_by ORDER BY occurred_at, id) = 1 AS is_seen
    FROM ended WHERE NOT is_told_attempt OR end_turn IS DISTINCT FROM move_turn OR end_turn IS NULL
  ), judged AS (
    -- Delivered is the first of the deeds after which nothing else was said: each piece that is shown as delivered has one.
    SELECT *, says = 'delivered' AND place = 1 + coalesce(max(place) FILTER (WHERE says <> 'delivered') OVER one, 0) AS is_delivered,
      min(place) FILTER (WHERE is_attempt) OVER one AS first_attempt
    FROM placed WINDOW one AS (PARTITION BY booking_id, sign, piece)
  ), counted AS (
    SELECT day, hub_id, run_id, from_state, to_state, says, is_seen, is_attempt, is_delivered, is_delivered AND day <= due AS is_on_time,
      CASE WHEN is_delivered THEN first_attempt IS NULL ELSE is_attempt AND place = first_attempt END AS is_first_try, sign, 0 AS missing
    FROM judged
    UNION ALL
    SELECT lagos_day(x.opened_at)::date, coalesce(x.hub_id, '00000000-0000-0000-0000-000000000000'), coalesce(x.run_id, '00000000-0000-0000-0000-000000000000'),
      p.from_state, p.to_state, '', false, false, false, false, false, 0, p.sign
    FROM parcel p JOIN exceptions x ON x.booking_id = p.id
    WHERE x.kind = 'missing' AND x.close_reason IS DISTINCT FROM 'counted_wrong'
    UNION ALL
    SELECT c.day, c.hub_id, c.run_id, p.from_state, p.to_state, '', false, false, false, false, false, 0, c.missing
    FROM change c JOIN parcel p ON p.id = c.booking_id AND p.sign < 0
    WHERE c.missing IS NOT NULL
  ), summed AS (
    SELECT day, hub_id, run_id, from_state, to_state,
      coalesce(sum(sign) FILTER (WHERE is_seen AND says = 'picked_up'), 0)::integer AS picked_up,
      coalesce(sum(sign) FILTER (WHERE is_seen AND says = 'arrived_at_hub'), 0)::integer AS arrived,
      coalesce(sum(sign) FILTER (WHERE is_seen AND says = 'left_hub'), 0)::integer AS departed,
      coalesce(sum(sign) FILTER (WHERE is_seen AND says = 'out_for_delivery'), 0)::integer AS sent_out,
      coalesce(sum(sign) FILTER (WHERE is_delivered), 0)::integer AS delivered,
      coalesce(sum(sign) FILTER (WHERE is_on_time), 0)::integer AS on_time,
      coalesce(sum(sign) FILTER (WHERE is_first_try), 0)::integer AS first_tries,
      coalesce(sum(sign) FILTER (WHERE is_first_try AND is_delivered), 0)::integer AS first_delivered,
      coalesce(sum(sign) FILTER (WHERE is_attempt), 0)::integer AS attempts,
      sum(missing)::integer AS missing,
      coalesce(sum(sign) FILTER (WHERE is_seen AND says = 'returned'), 0)::integer AS returned
    FROM counted GROUP BY day, hub_id, run_id, from_state, to_state
  )
  SELECT * FROM summed
  WHERE (picked_up, arrived, departed, sent_out, delivered, on_time, first_tries, first_delivered, attempts, missing, returned)
    <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
$$;--> statement-breakpoint
-- The numbers are counted anew, because deeds of one moment may have another order now.
TRUNCATE parcel_changes, parcel_hub_days, parcel_lane_totals, parcel_runs;--> statement-breakpoint
INSERT INTO parcel_changes (booking_id, event_id)
SELECT booking_id, id FROM booking_events WHERE kind IN ('undone',
  'status_set', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled', 'held_for_collection',
  'delivered', 'return_started', 'returned', 'cancelled')
ORDER BY id;--> statement-breakpoint
INSERT INTO parcel_changes (booking_id, day, hub_id, run_id, missing)
SELECT booking_id, lagos_day(opened_at)::date, coalesce(hub_id, '00000000-0000-0000-0000-000000000000'), coalesce(run_id, '00000000-0000-0000-0000-000000000000'), 1
FROM exceptions WHERE kind = 'missing' AND booking_id IS NOT NULL AND close_reason IS DISTINCT FROM 'counted_wrong';--> statement-breakpoint
DO $$
BEGIN
  WHILE roll_up_parcel_changes(100000) > 0 LOOP END LOOP;
END
$$;
