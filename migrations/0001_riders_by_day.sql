CREATE TABLE "rider_days" (
	"rider_id" uuid NOT NULL,
	"did" integer NOT NULL,
	"day" date NOT NULL,
	"since" date NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "rider_days_rider_id_day_did_since_pk" PRIMARY KEY("rider_id","day","did","since")
);
--> statement-breakpoint
CREATE TABLE "rider_facts" (
	"booking_id" uuid NOT NULL,
	"rider_id" uuid NOT NULL,
	"day" date NOT NULL,
	"did" integer NOT NULL,
	CONSTRAINT "rider_facts_booking_id_rider_id_day_pk" PRIMARY KEY("booking_id","rider_id","day")
);
--> statement-breakpoint
DROP INDEX "booking_events_of_runs";--> statement-breakpoint
CREATE INDEX "booking_events_undone" ON "booking_events" USING btree ("undoes") WHERE undoes is not null;--> statement-breakpoint
CREATE INDEX "booking_events_attempts" ON "booking_events" USING btree ("occurred_at","id") WHERE kind = 'attempted' or reason is not null;--> statement-breakpoint
-- REPORT-12: what riders did, by booking and day. The rider of an event is that of the phone that sent it, otherwise that of its run
-- now. An undone event counts nothing, and neither does a delivery that a later event of the piece contradicts. PostgreSQL reads it as
-- a part of the query that calls it, so a condition on `booking_id` uses the index.
CREATE FUNCTION rider_facts_now() RETURNS SETOF rider_facts LANGUAGE sql STABLE AS $$
  SELECT booking_id, rider_id, day, bit_or(did) FROM (
    SELECT e.booking_id, coalesce(d.rider_id, r.rider_id) AS rider_id, lagos_day(e.occurred_at)::date AS day,
      CASE WHEN e.kind = 'attempted' THEN 4
        WHEN EXISTS (SELECT FROM booking_events later WHERE later.booking_id = e.booking_id AND later.occurred_at > e.occurred_at
          AND (later.piece IS NULL OR later.piece = e.piece) AND (later.kind <> 'status_set' OR later.to_status <> 'delivered')
          AND later.kind IN ('status_set', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled',
            'held_for_collection', 'return_started', 'returned', 'cancelled')
          AND NOT EXISTS (SELECT FROM booking_events u WHERE u.booking_id = later.booking_id AND u.undoes = later.id)) THEN 0
        WHEN lagos_day(e.occurred_at) <= lagos_day(b.estimated_delivery) THEN 3 ELSE 1 END
        | CASE WHEN w.answer <> 'right' THEN 8 ELSE 0 END AS did
    FROM booking_events e JOIN bookings b ON b.id = e.booking_id JOIN runs r ON r.id = e.run_id JOIN acts a ON a.id = e.act_id
      LEFT JOIN rider_deeds d ON d.deed_id = a.deed_id LEFT JOIN attempt_answers w ON w.event_id = e.id
    WHERE e.run_id IS NOT NULL AND e.kind IN ('delivered', 'attempted')
      AND NOT EXISTS (SELECT FROM booking_events u WHERE u.booking_id = e.booking_id AND u.undoes = e.id)
  ) one WHERE rider_id IS NOT NULL AND did <> 0 GROUP BY booking_id, rider_id, day
$$;--> statement-breakpoint
CREATE FUNCTION rider_facts_of(ids uuid[]) RETURNS SETOF rider_facts LANGUAGE sql STABLE SET jit TO off AS $$
  SELECT * FROM rider_facts_now() WHERE booking_id = ANY (ids)
$$;--> statement-breakpoint
-- By how much the numbers of riders change when these bookings have these facts.
CREATE FUNCTION rider_changes(ids uuid[], facts rider_facts[]) RETURNS SETOF rider_days LANGUAGE sql STABLE SET jit TO off AS $$
  SELECT rider_id, did, day, since, sum(sign)::integer FROM (
    SELECT sign, rider_id, bit AS did, day, coalesce(lag(day) OVER (PARTITION BY sign, booking_id, rider_id, bit ORDER BY day), '-infinity') AS since
    FROM (
      SELECT -1 AS sign, * FROM rider_facts WHERE booking_id = ANY (ids) UNION ALL SELECT 1, * FROM unnest(facts)
    ) f, (VALUES (1), (2), (4), (8)) v (bit) WHERE did & bit <> 0
  ) one GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0
$$;--> statement-breakpoint
CREATE FUNCTION count_riders(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  facts rider_facts[] := ARRAY(SELECT f FROM rider_facts_of(ids) f);
BEGIN
  INSERT INTO rider_days AS kept SELECT * FROM rider_changes(ids, facts)
  ON CONFLICT (rider_id, day, did, since) DO UPDATE SET n = kept.n + excluded.n;
  DELETE FROM rider_facts WHERE booking_id = ANY (ids);
  INSERT INTO rider_facts SELECT * FROM unnest(facts);
END
$$;--> statement-breakpoint
-- Riders are counted whenever the parcels are: `roll_up_parcel_changes` removes what it counted, one process at a time.
CREATE FUNCTION count_riders_of_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_riders(ARRAY(SELECT DISTINCT booking_id FROM counted));
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER parcel_changes_count_riders AFTER DELETE ON parcel_changes REFERENCING OLD TABLE AS counted FOR EACH STATEMENT
  EXECUTE FUNCTION count_riders_of_changes();--> statement-breakpoint
-- A receiver's answer, and a run that is given to another rider, change the numbers of riders.
CREATE FUNCTION keep_answered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parcel_changes (booking_id) VALUES (coalesce(NEW.booking_id, OLD.booking_id));
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER attempt_answers_keep_parcel AFTER INSERT OR DELETE OR UPDATE OF answer ON attempt_answers FOR EACH ROW
  EXECUTE FUNCTION keep_answered();--> statement-breakpoint
CREATE FUNCTION keep_given_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO parcel_changes (booking_id)
  SELECT DISTINCT booking_id FROM booking_events WHERE run_id = NEW.id AND kind IN ('delivered', 'attempted');
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER runs_keep_parcels AFTER UPDATE OF rider_id ON runs FOR EACH ROW WHEN (OLD.rider_id IS DISTINCT FROM NEW.rider_id)
  EXECUTE FUNCTION keep_given_run();--> statement-breakpoint
-- What riders did until now.
INSERT INTO rider_facts SELECT * FROM rider_facts_now();--> statement-breakpoint
INSERT INTO rider_days
SELECT rider_id, bit, day, since, count(*) FROM (
  SELECT rider_id, bit, day, coalesce(lag(day) OVER (PARTITION BY booking_id, rider_id, bit ORDER BY day), '-infinity') AS since
  FROM rider_facts, (VALUES (1), (2), (4), (8)) v (bit) WHERE did & bit <> 0
) one GROUP BY 1, 2, 3, 4;
