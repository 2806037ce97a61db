-- What was done: parcels that left, were delivered or failed on a Lagos day; of each week, from its Monday, what was
-- delivered, what of it in time, and the days from booking to delivery.
CREATE FUNCTION names_of_work(done delivery_events) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE
  day text := lagos_day(done.at);
  week text := 'week/' || date_trunc('week', day::date)::date || '/';
  parcel deliveries;
BEGIN
  IF done.to_status = 'pending' OR done.from_status IS NULL OR done.from_status = done.to_status THEN
    RETURN;
  END IF;
  RETURN NEXT 'work/' || day || '/' || done.to_status;
  IF done.to_status <> 'delivered' THEN
    RETURN;
  END IF;
  SELECT * INTO STRICT parcel FROM deliveries WHERE id = done.delivery_id;
  RETURN NEXT week || 'delivered';
  IF day <= lagos_day(parcel.estimated_delivery) THEN
    RETURN NEXT week || 'in_time';
  END IF;
  RETURN NEXT week || 'days/' || greatest(0, least(30, day::date - lagos_day(parcel.created_at)::date));
END
$$;
--> statement-breakpoint
-- An undone change was no work: it leaves the day on which it was made.
CREATE FUNCTION count_work() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  done delivery_events := NEW;
  change integer := 1;
BEGIN
  IF NEW.kind = 'undone' THEN
    SELECT * INTO STRICT done FROM delivery_events WHERE id = NEW.undoes;
    change := -1;
  ELSIF NEW.kind <> 'status_set' THEN
    RETURN NULL;
  END IF;
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), change FROM names_of_work(done) AS name ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER delivery_events_count_work AFTER INSERT ON delivery_events
  FOR EACH ROW EXECUTE FUNCTION count_work();
--> statement-breakpoint
INSERT INTO counters (name, shard, n)
SELECT name, 0, count(*) FROM delivery_events e, names_of_work(e) AS name
WHERE e.kind = 'status_set' AND NOT EXISTS (SELECT FROM delivery_events u WHERE u.delivery_id = e.delivery_id AND u.undoes = e.id)
GROUP BY name;
