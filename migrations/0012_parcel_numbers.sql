CREATE TABLE "parcel_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "parcel_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"booking_id" uuid NOT NULL,
	"event_id" bigint,
	"from_state" text,
	"to_state" text,
	"pieces" integer,
	"due" date,
	"day" date,
	"hub_id" uuid,
	"run_id" uuid,
	"missing" integer
);
--> statement-breakpoint
CREATE TABLE "parcel_hub_days" (
	"day" date NOT NULL,
	"hub_id" uuid NOT NULL,
	"picked_up" integer NOT NULL,
	"arrived" integer NOT NULL,
	"departed" integer NOT NULL,
	"sent_out" integer NOT NULL,
	"delivered" integer NOT NULL,
	"on_time" integer NOT NULL,
	"first_tries" integer NOT NULL,
	"first_delivered" integer NOT NULL,
	"attempts" integer NOT NULL,
	"missing" integer NOT NULL,
	"returned" integer NOT NULL,
	CONSTRAINT "parcel_hub_days_day_hub_id_pk" PRIMARY KEY("day","hub_id")
);
--> statement-breakpoint
CREATE TABLE "parcel_lane_totals" (
	"span" text NOT NULL,
	"starts" date NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"picked_up" integer NOT NULL,
	"arrived" integer NOT NULL,
	"departed" integer NOT NULL,
	"sent_out" integer NOT NULL,
	"delivered" integer NOT NULL,
	"on_time" integer NOT NULL,
	"first_tries" integer NOT NULL,
	"first_delivered" integer NOT NULL,
	"attempts" integer NOT NULL,
	"missing" integer NOT NULL,
	"returned" integer NOT NULL,
	CONSTRAINT "parcel_lane_totals_span_starts_from_state_to_state_pk" PRIMARY KEY("span","starts","from_state","to_state"),
	CONSTRAINT "parcel_lane_totals_span" CHECK ("parcel_lane_totals"."span" in ('to_month_end', 'to_year_end'))
);
--> statement-breakpoint
CREATE TABLE "parcel_runs" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"picked_up" integer NOT NULL,
	"arrived" integer NOT NULL,
	"departed" integer NOT NULL,
	"sent_out" integer NOT NULL,
	"delivered" integer NOT NULL,
	"on_time" integer NOT NULL,
	"first_tries" integer NOT NULL,
	"first_delivered" integer NOT NULL,
	"attempts" integer NOT NULL,
	"missing" integer NOT NULL,
	"returned" integer NOT NULL
);--> statement-breakpoint
-- REPORT-7: what changes of bookings add to the reports of parcels: what the bookings count as they are, less what they counted before.
-- A deed that is heard of late, or taken back, changes what other deeds count too. Deeds are in the order of app/domain/booking-state.ts.
CREATE FUNCTION numbers_of_changes(changes parcel_changes[])
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
      coalesce(e.run_id, '00000000-0000-0000-0000-000000000000') AS run_id,
      CASE WHEN e.kind <> 'status_set' THEN e.kind WHEN e.to_status = 'failed' THEN 'attempted' ELSE e.to_status END COLLATE "C" AS says,
      coalesce(e.reason IN (
        'nobody_home', 'phone_not_answered', 'address_not_found', 'refused', 'refused_after_opening', 'wrong_item', 'place_closed',
        'could_not_pay'), false) AS reason_counts,
      array_agg(e.undoes) FILTER (WHERE e.undoes IS NOT NULL) OVER (PARTITION BY p.id, p.sign, one.number) AS undone
    FROM parcel p
    JOIN booking_events e ON e.booking_id = p.id AND e.kind IN ('undone',
      'status_set', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled',
      'held_for_collection', 'delivered', 'return_started', 'returned', 'cancelled')
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
  ), placed AS (
    SELECT *, says = 'attempted' AND reason_counts AS is_attempt,
      row_number() OVER (PARTITION BY booking_id, sign, piece ORDER BY occurred_at, CASE says
        WHEN 'pending' THEN 0 WHEN 'delivered' THEN 2 WHEN 'attempted' THEN 3 WHEN 'returned' THEN 3 WHEN 'cancelled' THEN 3 ELSE 1 END, id) AS place,
      row_number() OVER (PARTITION BY booking_id, sign, piece, says, seen_on, seen_at, seen_by ORDER BY occurred_at, id) = 1 AS is_seen
    FROM deed
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
-- What is not rolled up yet.
CREATE FUNCTION numbers_not_rolled_up()
RETURNS TABLE (day date, hub_id uuid, run_id uuid, from_state text, to_state text,
  picked_up integer, arrived integer, departed integer, sent_out integer, delivered integer, on_time integer, first_tries integer,
  first_delivered integer, attempts integer, missing integer, returned integer)
LANGUAGE sql STABLE AS $$
  SELECT n.* FROM (SELECT array_agg(c) AS changes FROM parcel_changes c) every, numbers_of_changes(every.changes) n
$$;--> statement-breakpoint
CREATE FUNCTION keep_parcel_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parcel_changes (booking_id, event_id)
  SELECT booking_id, id FROM added WHERE kind IN ('undone',
    'status_set', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled', 'held_for_collection',
    'delivered', 'return_started', 'returned', 'cancelled');
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER booking_events_keep_parcels AFTER INSERT ON booking_events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_parcel_events();--> statement-breakpoint
-- A corrected address, day or number of pieces moves all that the booking counts.
CREATE FUNCTION keep_parcel_before() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parcel_changes (booking_id, from_state, to_state, pieces, due)
  VALUES (OLD.id, OLD.sender_state, OLD.receiver_state, OLD.pieces, lagos_day(OLD.estimated_delivery)::date);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER bookings_keep_parcel_before AFTER UPDATE OF sender_state, receiver_state, estimated_delivery, pieces ON bookings FOR EACH ROW
  WHEN ((OLD.sender_state, OLD.receiver_state, OLD.estimated_delivery, OLD.pieces) IS DISTINCT FROM
    (NEW.sender_state, NEW.receiver_state, NEW.estimated_delivery, NEW.pieces)) EXECUTE FUNCTION keep_parcel_before();--> statement-breakpoint
-- A missing piece counts on the day on which it was missed, unless it turned out that somebody counted wrong.
CREATE FUNCTION keep_parcels_missed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one exceptions := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
  change integer := CASE WHEN TG_OP = 'DELETE' OR NEW.close_reason = 'counted_wrong' THEN 0 ELSE 1 END
    - CASE WHEN TG_OP = 'INSERT' OR OLD.close_reason = 'counted_wrong' THEN 0 ELSE 1 END;
BEGIN
  INSERT INTO parcel_changes (booking_id, day, hub_id, run_id, missing)
  SELECT one.booking_id, lagos_day(one.opened_at)::date, coalesce(one.hub_id, '00000000-0000-0000-0000-000000000000'), coalesce(one.run_id, '00000000-0000-0000-0000-000000000000'), change
  WHERE one.booking_id IS NOT NULL AND change <> 0;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER exceptions_keep_missed_new AFTER INSERT ON exceptions FOR EACH ROW
  WHEN (NEW.kind = 'missing') EXECUTE FUNCTION keep_parcels_missed();--> statement-breakpoint
CREATE TRIGGER exceptions_keep_missed_changed AFTER UPDATE OF close_reason OR DELETE ON exceptions FOR EACH ROW
  WHEN (OLD.kind = 'missing') EXECUTE FUNCTION keep_parcels_missed();--> statement-breakpoint
-- Counts so many of the oldest changes, and the others of the same bookings. Returns how many: 0 where none is left, or another process
-- counts. It is one statement, which sees the bookings, their events and what changed of them at one moment.
CREATE FUNCTION roll_up_parcel_changes(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  taken integer;
BEGIN
  IF NOT EXISTS (SELECT FROM parcel_changes) OR NOT pg_try_advisory_xact_lock(hashtext('roll_up_parcel_changes')) THEN
    RETURN 0;
  END IF;
  WITH bookings_of_part AS (
    SELECT DISTINCT booking_id FROM (SELECT booking_id FROM parcel_changes ORDER BY id LIMIT most) first
  ), gone AS (
    DELETE FROM parcel_changes c USING bookings_of_part p WHERE c.booking_id = p.booking_id RETURNING c AS change
  ), numbers AS MATERIALIZED (
    SELECT n.* FROM (SELECT array_agg(change) AS changes FROM gone) every, numbers_of_changes(every.changes) n
  ), hub_days AS (
    INSERT INTO parcel_hub_days AS kept (day, hub_id,
      picked_up, arrived, departed, sent_out, delivered, on_time, first_tries, first_delivered, attempts, missing, returned)
    SELECT day, hub_id,
      sum(picked_up), sum(arrived), sum(departed), sum(sent_out), sum(delivered), sum(on_time), sum(first_tries),
      sum(first_delivered), sum(attempts), sum(missing), sum(returned)
    FROM numbers GROUP BY day, hub_id
    ON CONFLICT (day, hub_id) DO UPDATE SET
      picked_up = kept.picked_up + excluded.picked_up, arrived = kept.arrived + excluded.arrived,
      departed = kept.departed + excluded.departed, sent_out = kept.sent_out + excluded.sent_out,
      delivered = kept.delivered + excluded.delivered, on_time = kept.on_time + excluded.on_time,
      first_tries = kept.first_tries + excluded.first_tries, first_delivered = kept.first_delivered + excluded.first_delivered,
      attempts = kept.attempts + excluded.attempts, missing = kept.missing + excluded.missing,
      returned = kept.returned + excluded.returned
  ), run_sums AS (
    INSERT INTO parcel_runs AS kept (run_id,
      picked_up, arrived, departed, sent_out, delivered, on_time, first_tries, first_delivered, attempts, missing, returned)
    SELECT run_id,
      sum(picked_up), sum(arrived), sum(departed), sum(sent_out), sum(delivered), sum(on_time), sum(first_tries),
      sum(first_delivered), sum(attempts), sum(missing), sum(returned)
    FROM numbers WHERE run_id <> '00000000-0000-0000-0000-000000000000' GROUP BY run_id
    ON CONFLICT (run_id) DO UPDATE SET
      picked_up = kept.picked_up + excluded.picked_up, arrived = kept.arrived + excluded.arrived,
      departed = kept.departed + excluded.departed, sent_out = kept.sent_out + excluded.sent_out,
      delivered = kept.delivered + excluded.delivered, on_time = kept.on_time + excluded.on_time,
      first_tries = kept.first_tries + excluded.first_tries, first_delivered = kept.first_delivered + excluded.first_delivered,
      attempts = kept.attempts + excluded.attempts, missing = kept.missing + excluded.missing,
      returned = kept.returned + excluded.returned
  ), lane_days AS (
    SELECT day, from_state, to_state,
      sum(picked_up) AS picked_up, sum(arrived) AS arrived, sum(departed) AS departed, sum(sent_out) AS sent_out,
      sum(delivered) AS delivered, sum(on_time) AS on_time, sum(first_tries) AS first_tries,
      sum(first_delivered) AS first_delivered, sum(attempts) AS attempts, sum(missing) AS missing, sum(returned) AS returned
    FROM numbers GROUP BY day, from_state, to_state
  ), lanes AS (
    INSERT INTO parcel_lane_totals AS kept (span, starts, from_state, to_state,
      picked_up, arrived, departed, sent_out, delivered, on_time, first_tries, first_delivered, attempts, missing, returned)
    SELECT span, starts, from_state, to_state,
      sum(picked_up), sum(arrived), sum(departed), sum(sent_out), sum(delivered), sum(on_time), sum(first_tries),
      sum(first_delivered), sum(attempts), sum(missing), sum(returned)
    FROM lane_days, lane_starts(day) GROUP BY span, starts, from_state, to_state
    ON CONFLICT (span, starts, from_state, to_state) DO UPDATE SET
      picked_up = kept.picked_up + excluded.picked_up, arrived = kept.arrived + excluded.arrived,
      departed = kept.departed + excluded.departed, sent_out = kept.sent_out + excluded.sent_out,
      delivered = kept.delivered + excluded.delivered, on_time = kept.on_time + excluded.on_time,
      first_tries = kept.first_tries + excluded.first_tries, first_delivered = kept.first_delivered + excluded.first_delivered,
      attempts = kept.attempts + excluded.attempts, missing = kept.missing + excluded.missing,
      returned = kept.returned + excluded.returned
  )
  SELECT count(*) INTO taken FROM gone;
  RETURN taken;
END
$$;--> statement-breakpoint
-- What was recorded before.
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
