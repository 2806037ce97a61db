-- What a booking's triggers cost: PostgreSQL parses and plans a function in SQL anew for each statement that calls it, where it
-- cannot be inlined, and one in PL/pgSQL once for each connection.
CREATE OR REPLACE FUNCTION lagos_day(at timestamp with time zone) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN to_char((at AT TIME ZONE 'UTC') + interval '1 hour', 'YYYY-MM-DD');
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION line_kobo(lines jsonb, wanted text) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN coalesce((SELECT sum((line->>'kobo')::bigint) FROM jsonb_array_elements(lines) line WHERE line->>'kind' = wanted), 0);
END
$$;
--> statement-breakpoint
-- The day that a new booking is promised for is counted by the statement that counts its status, day and state.
CREATE OR REPLACE FUNCTION count_new_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), count(*)
  FROM added, LATERAL (VALUES ('status/' || status), ('day/' || lagos_day(created_at)), ('to/' || receiver_state),
    (CASE WHEN status IN ('pending', 'in_transit') THEN 'due/' || lagos_day(estimated_delivery) END)) v (name)
  WHERE name IS NOT NULL
  GROUP BY name ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;

  INSERT INTO customer_summaries AS c (email, booking_name, booking_phone, bookings_count, last_booking_at)
  SELECT DISTINCT ON (email) email, sender_name, sender_phone, count(*) OVER (PARTITION BY email), created_at
  FROM (SELECT lower(sender_email) AS email, * FROM added) a
  WHERE email <> 'deleted-customer@account.invalid'
  ORDER BY email, created_at DESC
  ON CONFLICT (email) DO UPDATE SET
    bookings_count = c.bookings_count + excluded.bookings_count,
    booking_name = CASE WHEN c.last_booking_at > excluded.last_booking_at THEN c.booking_name ELSE excluded.booking_name END,
    booking_phone = CASE WHEN c.last_booking_at > excluded.last_booking_at THEN c.booking_phone ELSE excluded.booking_phone END,
    last_booking_at = greatest(c.last_booking_at, excluded.last_booking_at);
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER deliveries_add_due_new ON deliveries;
--> statement-breakpoint
-- The first event of a booking and a return to 'pending' are no work (names_of_work): they call nothing.
DROP TRIGGER delivery_events_count_work ON delivery_events;
--> statement-breakpoint
CREATE TRIGGER delivery_events_count_work AFTER INSERT ON delivery_events FOR EACH ROW
  WHEN (NEW.kind = 'undone' OR (NEW.kind = 'status_set' AND NEW.from_status IS NOT NULL AND NEW.to_status <> 'pending'))
  EXECUTE FUNCTION count_work();
