-- A booking at the counter may have no email: it is of no customer of the list.
CREATE OR REPLACE FUNCTION count_new_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
  WHERE email NOT IN ('', 'deleted-customer@account.invalid')
  ORDER BY email, created_at DESC
  ON CONFLICT (email) DO UPDATE SET
    bookings_count = c.bookings_count + excluded.bookings_count,
    booking_name = CASE WHEN c.last_booking_at > excluded.last_booking_at THEN c.booking_name ELSE excluded.booking_name END,
    booking_phone = CASE WHEN c.last_booking_at > excluded.last_booking_at THEN c.booking_phone ELSE excluded.booking_phone END,
    last_booking_at = greatest(c.last_booking_at, excluded.last_booking_at);
  RETURN NULL;
END
$function$;
