ALTER TABLE "acts" DROP CONSTRAINT "acts_kind";--> statement-breakpoint
ALTER TABLE "booking_events" DROP CONSTRAINT "booking_events_kind";--> statement-breakpoint
DROP INDEX "bookings_open_due";--> statement-breakpoint
ALTER TABLE "booking_events" ADD COLUMN "new_day" date;--> statement-breakpoint
ALTER TABLE "booking_events" ADD COLUMN "new_day_why" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "pickup_day" date;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "pickup_half" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "moved_to" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "promised_day" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(moved_to, estimated_delivery)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "receiver_choices" ADD COLUMN "moved_before" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "bookings_open_due" ON "bookings" USING btree ("promised_day","id","receiver_state","delivery_type") WHERE status in ('pending', 'in_transit');--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_kind" CHECK ("acts"."kind" in ('earlier', 'taken_back', 'booked', 'corrected', 'cancelled', 'noted', 'receiver_erased', 'status_set', 'picked_up', 'picked_up_unbooked', 'pickup_counted', 'loaded', 'sealed', 'sent_out', 'received', 'handed_over', 'handed_in', 'handed_to_rider', 'received_from_rider', 'delivered', 'attempted', 'corrected_deed', 'deed_kept', 'run_closed', 'incident', 'rescheduled', 'day_moved', 'rider_left', 'transfer_asked', 'exception_opened', 'exception_decided', 'choice', 'attempt_answered', 'not_received', 'not_expected', 'message_failed', 'sender_decided', 'claim_opened', 'claim_decided', 'claim_paid', 'price_set', 'price_accepted', 'return_fee', 'paid', 'payment_reversed', 'collected', 'collection_reversed', 'paid_out', 'payout_reversed', 'cash_counted', 'cash_moved', 'cash_corrected'));--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_new_day_why" CHECK ("booking_events"."new_day_why" in ('run', 'linehaul', 'vehicle', 'road', 'volume', 'weather', 'office'));--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_new_day" CHECK (("booking_events"."kind" = 'day_moved') = ("booking_events"."new_day" is not null and "booking_events"."new_day_why" is not null));--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_kind" CHECK ("booking_events"."kind" in ('booked', 'status_set', 'undone', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled', 'held_for_collection', 'delivered', 'return_started', 'returned', 'cancelled', 'incident', 'corrected', 'price_set', 'price_accepted', 'paid', 'not_received', 'claim_opened', 'claim_decided', 'day_chosen', 'hold_chosen', 'person_named', 'landmark_given', 'refusal_announced', 'rider_note', 'choice_ended', 'attempt_confirmed', 'attempt_denied', 'day_moved', 'noted'));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_pickup_half" CHECK ("bookings"."pickup_half" in ('morning', 'afternoon'));
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_due_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT 'due/' || lagos_day(promised_day), counter_shard(), CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
  FROM moved WHERE status IN ('pending', 'in_transit') GROUP BY 1 ORDER BY 1
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION change_due_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), sum(d) FROM (VALUES
    ('due/' || lagos_day(OLD.promised_day), CASE WHEN OLD.status IN ('pending', 'in_transit') THEN -1 ELSE 0 END),
    ('due/' || lagos_day(NEW.promised_day), CASE WHEN NEW.status IN ('pending', 'in_transit') THEN 1 ELSE 0 END)) v (name, d)
  GROUP BY name HAVING sum(d) <> 0 ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER bookings_add_due_changed ON bookings;--> statement-breakpoint
CREATE TRIGGER bookings_add_due_changed AFTER UPDATE OF status, estimated_delivery, moved_to ON bookings FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.promised_day <> NEW.promised_day) EXECUTE FUNCTION change_due_booking();--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_new_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), count(*)
  FROM added, LATERAL (VALUES ('status/' || status), ('day/' || lagos_day(created_at)), ('to/' || receiver_state),
    (CASE WHEN status IN ('pending', 'in_transit') THEN 'due/' || lagos_day(promised_day) END)) v (name)
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
$$;
--> statement-breakpoint
CREATE TRIGGER company_account_tell_pages AFTER INSERT OR UPDATE OR DELETE ON company_account FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
--> statement-breakpoint
CREATE FUNCTION tell_run_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_pages(array_agg(DISTINCT 'booking/' || b.tracking_code)) FROM run_pieces rp
    JOIN pieces p ON p.id = rp.piece_id JOIN bookings b ON b.id = p.booking_id
    WHERE rp.run_id = NEW.id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER runs_tell_pages AFTER UPDATE OF state ON runs FOR EACH ROW
  WHEN (NEW.kind = 'delivery' AND OLD.state <> NEW.state) EXECUTE FUNCTION tell_run_pages();--> statement-breakpoint
CREATE FUNCTION tell_loaded_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_pages(array_agg(DISTINCT 'booking/' || b.tracking_code)) FROM after_it rp
    JOIN pieces p ON p.id = rp.piece_id JOIN bookings b ON b.id = p.booking_id
    WHERE rp.loaded_at IS NOT NULL;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER run_pieces_tell_pages_changed AFTER UPDATE ON run_pieces REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_loaded_pages();--> statement-breakpoint
CREATE TRIGGER run_pieces_tell_pages_new AFTER INSERT ON run_pieces REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION tell_loaded_pages();
