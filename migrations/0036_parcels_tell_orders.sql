-- ORDER-5, ORDER-10: the pages of an order and of its store follow the status of the delivery, whatever sets it: an
-- entry by the office, a scan, a rider's phone or a job. Each change of a booking already notifies the cached pages in
-- its transaction (bookings_tell_pages_changed), so this adds no wait at the commit.
CREATE FUNCTION tell_order_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('ona_live', 'order:' || id || ' store:' || store_id) FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bookings_tell_order AFTER UPDATE OF status ON bookings FOR EACH ROW
  WHEN (NEW.order_id IS NOT NULL AND NEW.status <> OLD.status) EXECUTE FUNCTION tell_order_changed();
