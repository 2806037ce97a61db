-- Public pages are kept until what they show changes (docs/decisions/0021-kept-pages.md). The database says so itself, whoever
-- changed it. A table that a kept page reads needs a trigger here; one with few changes takes tell_all_pages().
CREATE FUNCTION tell_pages(topics text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(topics) > 100 THEN
    PERFORM pg_notify('ona_live', 'shown:all');
  ELSE
    PERFORM pg_notify('ona_live', 'shown:' || topic) FROM unnest(topics) topic;
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION tell_all_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_pages('{all}');
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A store is on its own page and in the directory.
CREATE FUNCTION tell_store_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tell_pages(array_agg(DISTINCT 'store/' || slug) || '{stores}') FROM after_it;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tell_pages(array_agg(DISTINCT 'store/' || slug) || '{stores}') FROM before_it;
  ELSE
    PERFORM tell_pages(array_agg(DISTINCT 'store/' || slug) || '{stores}')
    FROM (SELECT slug FROM before_it UNION SELECT slug FROM after_it) s;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER partners_tell_pages_new AFTER INSERT ON partners REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_store_pages();
--> statement-breakpoint
CREATE TRIGGER partners_tell_pages_changed AFTER UPDATE ON partners REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_store_pages();
--> statement-breakpoint
CREATE TRIGGER partners_tell_pages_deleted AFTER DELETE ON partners REFERENCING OLD TABLE AS before_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_store_pages();
--> statement-breakpoint
CREATE TRIGGER partners_tell_pages_emptied AFTER TRUNCATE ON partners
  FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
--> statement-breakpoint
CREATE FUNCTION tell_product_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tell_pages(array_agg('store/' || slug)) FROM partners WHERE id IN (SELECT partner_id FROM after_it);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tell_pages(array_agg('store/' || slug)) FROM partners WHERE id IN (SELECT partner_id FROM before_it);
  ELSE
    PERFORM tell_pages(array_agg('store/' || slug)) FROM partners
    WHERE id IN (SELECT partner_id FROM before_it UNION SELECT partner_id FROM after_it);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_tell_pages_new AFTER INSERT ON products REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_product_pages();
--> statement-breakpoint
CREATE TRIGGER products_tell_pages_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_product_pages();
--> statement-breakpoint
CREATE TRIGGER products_tell_pages_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS before_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_product_pages();
--> statement-breakpoint
CREATE TRIGGER products_tell_pages_emptied AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
--> statement-breakpoint
-- A new booking is on no page that could be kept: nothing is sent for it, because sending makes commits wait for each other.
CREATE FUNCTION tell_booking_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_pages(array_agg('booking/' || tracking_number)) FROM before_it;
  ELSE
    PERFORM tell_pages(array_agg(DISTINCT 'booking/' || code))
    FROM (SELECT tracking_number AS code FROM before_it UNION SELECT tracking_number FROM after_it) s;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER deliveries_tell_pages_changed AFTER UPDATE ON deliveries REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_booking_pages();
--> statement-breakpoint
CREATE TRIGGER deliveries_tell_pages_deleted AFTER DELETE ON deliveries REFERENCING OLD TABLE AS before_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_booking_pages();
--> statement-breakpoint
CREATE TRIGGER deliveries_tell_pages_emptied AFTER TRUNCATE ON deliveries
  FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
--> statement-breakpoint
-- The first event of a booking comes in the transaction that makes it, which `xmin` tells.
CREATE FUNCTION tell_event_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tell_pages(array_agg(DISTINCT 'booking/' || tracking_number)) FROM deliveries d
    WHERE id IN (SELECT delivery_id FROM after_it) AND d.xmin <> pg_current_xact_id()::xid;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tell_pages(array_agg('booking/' || tracking_number)) FROM deliveries
    WHERE id IN (SELECT delivery_id FROM before_it);
  ELSE
    PERFORM tell_pages(array_agg('booking/' || tracking_number)) FROM deliveries
    WHERE id IN (SELECT delivery_id FROM before_it UNION SELECT delivery_id FROM after_it);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER delivery_events_tell_pages_new AFTER INSERT ON delivery_events REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();
--> statement-breakpoint
CREATE TRIGGER delivery_events_tell_pages_changed AFTER UPDATE ON delivery_events REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();
--> statement-breakpoint
CREATE TRIGGER delivery_events_tell_pages_deleted AFTER DELETE ON delivery_events REFERENCING OLD TABLE AS before_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_event_pages();
--> statement-breakpoint
CREATE TRIGGER delivery_events_tell_pages_emptied AFTER TRUNCATE ON delivery_events
  FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
--> statement-breakpoint
-- Each connection adds to counters of its own. Two that met in one (the number of the process, modulo 16) waited for each
-- other's commit.
CREATE SEQUENCE counter_shards CYCLE MINVALUE 0 MAXVALUE 63;
--> statement-breakpoint
CREATE FUNCTION counter_shard() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  own text := current_setting('ona.counter_shard', true);
BEGIN
  IF own IS NULL OR own = '' THEN
    own := set_config('ona.counter_shard', nextval('counter_shards')::text, false);
  END IF;
  RETURN own::integer;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_new_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), count(*)
  FROM added, LATERAL (VALUES ('status/' || status), ('day/' || lagos_day(created_at)), ('to/' || receiver_state)) v (name)
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
CREATE OR REPLACE FUNCTION count_changed_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), sum(d)
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
CREATE OR REPLACE FUNCTION count_deleted_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), -count(*)
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
CREATE OR REPLACE FUNCTION count_customers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := CASE WHEN TG_OP <> 'INSERT' AND OLD.bookings_count > 0 THEN 1 ELSE 0 END;
  is_now integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.bookings_count > 0 THEN 1 ELSE 0 END;
BEGIN
  IF was <> is_now THEN
    INSERT INTO counters (name, shard, n) VALUES ('customers', counter_shard(), is_now - was)
    ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_unread_messages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := CASE WHEN TG_OP <> 'INSERT' AND NOT OLD.is_read THEN 1 ELSE 0 END;
  is_now integer := CASE WHEN TG_OP <> 'DELETE' AND NOT NEW.is_read THEN 1 ELSE 0 END;
BEGIN
  IF was <> is_now THEN
    INSERT INTO counters (name, shard, n) VALUES ('contacts/unread', counter_shard(), is_now - was)
    ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- The home page says whether there are prices. After price_lists_tell_published, by its name: processes forget their lists first.
CREATE TRIGGER price_lists_tell_then_pages AFTER INSERT OR UPDATE ON price_lists
  FOR EACH ROW WHEN (NEW.version IS NOT NULL) EXECUTE FUNCTION tell_all_pages();
