-- Numbers and customers are kept by the database in the transaction of each change, so that they are right at any size.
-- The order of locks is always the same (counters by name, then customers by e-mail): two writers cannot wait for each other.
ALTER TABLE counters SET (fillfactor = 50);
--> statement-breakpoint
CREATE FUNCTION lagos_day(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char((at AT TIME ZONE 'UTC') + interval '1 hour', 'YYYY-MM-DD')
$$;
--> statement-breakpoint
CREATE FUNCTION count_new_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, pg_backend_pid() % 16, count(*)
  FROM added, LATERAL (VALUES ('status/' || status), ('day/' || lagos_day(created_at)), ('to/' || receiver_state)) v (name)
  GROUP BY name ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;

  INSERT INTO customer_summaries AS c (email, booking_name, booking_phone, bookings_count, last_booking_at)
  SELECT DISTINCT ON (email) email, sender_name, sender_phone, count(*) OVER (PARTITION BY email), created_at
  FROM (SELECT lower(sender_email) AS email, * FROM added) a
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
CREATE TRIGGER deliveries_count_new AFTER INSERT ON deliveries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_deliveries();
--> statement-breakpoint
CREATE FUNCTION count_changed_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, pg_backend_pid() % 16, sum(d)
  FROM (
    SELECT d, v.name FROM (SELECT 1 AS d, * FROM after_it UNION ALL SELECT -1, * FROM before_it) r,
      LATERAL (VALUES ('status/' || status), ('day/' || lagos_day(created_at)), ('to/' || receiver_state)) v (name)
  ) x
  GROUP BY name HAVING sum(d) <> 0 ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER deliveries_count_changed AFTER UPDATE ON deliveries REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_deliveries();
--> statement-breakpoint
-- Bookings are never deleted by the product; whoever does it by hand keeps the numbers right. The index over e-mails
-- that this would want is not worth its price at every booking: a deletion reads the table once.
CREATE FUNCTION count_deleted_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, pg_backend_pid() % 16, -count(*)
  FROM gone, LATERAL (VALUES ('status/' || status), ('day/' || lagos_day(created_at)), ('to/' || receiver_state)) v (name)
  GROUP BY name ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;

  -- Locked first and read afterwards: a booking made meanwhile either waits here or is seen.
  PERFORM FROM customer_summaries WHERE email IN (SELECT lower(sender_email) FROM gone) ORDER BY email FOR UPDATE;
  UPDATE customer_summaries c SET
    bookings_count = c.bookings_count - g.n,
    last_booking_at = (SELECT max(created_at) FROM deliveries d WHERE lower(d.sender_email) = g.email)
  FROM (SELECT lower(sender_email) AS email, count(*) AS n FROM gone GROUP BY 1) g
  WHERE c.email = g.email;
  DELETE FROM customer_summaries
  WHERE bookings_count = 0 AND NOT has_account AND email IN (SELECT lower(sender_email) FROM gone);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER deliveries_count_deleted AFTER DELETE ON deliveries REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_deliveries();
--> statement-breakpoint
-- Distinct customers are e-mail addresses that booked at least once.
CREATE FUNCTION count_customers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := CASE WHEN TG_OP <> 'INSERT' AND OLD.bookings_count > 0 THEN 1 ELSE 0 END;
  is_now integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.bookings_count > 0 THEN 1 ELSE 0 END;
BEGIN
  IF was <> is_now THEN
    INSERT INTO counters (name, shard, n) VALUES ('customers', pg_backend_pid() % 16, is_now - was)
    ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER customer_summaries_count_added AFTER INSERT OR DELETE ON customer_summaries
  FOR EACH ROW EXECUTE FUNCTION count_customers();
--> statement-breakpoint
CREATE TRIGGER customer_summaries_count_changed AFTER UPDATE OF bookings_count ON customer_summaries
  FOR EACH ROW EXECUTE FUNCTION count_customers();
--> statement-breakpoint
-- Accounts with a referral code are customers too, with or without a booking.
CREATE FUNCTION summarise_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND (TG_OP = 'DELETE' OR OLD.email <> NEW.email OR NEW.referral_code IS NULL) THEN
    UPDATE customer_summaries SET has_account = false, account_name = NULL, account_phone = NULL WHERE email = OLD.email;
    DELETE FROM customer_summaries WHERE email = OLD.email AND bookings_count = 0;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.referral_code IS NOT NULL THEN
    INSERT INTO customer_summaries AS c (email, has_account, account_name, account_phone)
    VALUES (NEW.email, true, NEW.full_name, NEW.phone)
    ON CONFLICT (email) DO UPDATE SET has_account = true, account_name = excluded.account_name, account_phone = excluded.account_phone;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER profiles_summarise_added AFTER INSERT OR DELETE ON profiles
  FOR EACH ROW EXECUTE FUNCTION summarise_account();
--> statement-breakpoint
CREATE TRIGGER profiles_summarise_changed AFTER UPDATE OF email, first_name, last_name, phone, referral_code ON profiles
  FOR EACH ROW EXECUTE FUNCTION summarise_account();
--> statement-breakpoint
CREATE FUNCTION count_unread_messages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := CASE WHEN TG_OP <> 'INSERT' AND NOT OLD.is_read THEN 1 ELSE 0 END;
  is_now integer := CASE WHEN TG_OP <> 'DELETE' AND NOT NEW.is_read THEN 1 ELSE 0 END;
BEGIN
  IF was <> is_now THEN
    INSERT INTO counters (name, shard, n) VALUES ('contacts/unread', pg_backend_pid() % 16, is_now - was)
    ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER contact_messages_count_added AFTER INSERT OR DELETE ON contact_messages
  FOR EACH ROW EXECUTE FUNCTION count_unread_messages();
--> statement-breakpoint
CREATE TRIGGER contact_messages_count_changed AFTER UPDATE OF is_read ON contact_messages
  FOR EACH ROW EXECUTE FUNCTION count_unread_messages();
--> statement-breakpoint
-- What was there before.
INSERT INTO counters (name, shard, n)
SELECT name, 0, count(*) FROM deliveries,
  LATERAL (VALUES ('status/' || status), ('day/' || lagos_day(created_at)), ('to/' || receiver_state)) v (name)
GROUP BY name;
--> statement-breakpoint
INSERT INTO customer_summaries (email, booking_name, booking_phone, bookings_count, last_booking_at)
SELECT DISTINCT ON (email) email, sender_name, sender_phone, count(*) OVER (PARTITION BY email), created_at
FROM (SELECT lower(sender_email) AS email, * FROM deliveries) d
ORDER BY email, created_at DESC;
--> statement-breakpoint
INSERT INTO customer_summaries (email, has_account, account_name, account_phone)
SELECT email, true, full_name, phone FROM profiles WHERE referral_code IS NOT NULL
ON CONFLICT (email) DO UPDATE SET has_account = true, account_name = excluded.account_name, account_phone = excluded.account_phone;
--> statement-breakpoint
INSERT INTO counters (name, shard, n) SELECT 'contacts/unread', 0, count(*) FROM contact_messages WHERE NOT is_read
ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX customer_summaries_search ON customer_summaries USING gin (search gin_trgm_ops);
  END IF;
END
$$;
