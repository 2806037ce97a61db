DROP INDEX "deliveries_guest_email";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "form_hash" "bytea";--> statement-breakpoint
ALTER TABLE "contact_replies" ADD COLUMN "form_hash" "bytea";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "form_hash" "bytea";--> statement-breakpoint
ALTER TABLE "form_receipts" ADD COLUMN "form_hash" "bytea";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "about_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "form_hash" "bytea";--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "deliveries_sender_email" ON "deliveries" USING btree (lower("sender_email"),"created_at");--> statement-breakpoint
CREATE INDEX "mails_about" ON "mails" USING btree ("about_id");--> statement-breakpoint
CREATE INDEX "mails_with_text" ON "mails" USING btree ("sent_at") WHERE text <> '';--> statement-breakpoint
-- Whoever deleted their account is no customer any more: bookings without their sender make no row and count for nobody.
CREATE OR REPLACE FUNCTION count_new_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, pg_backend_pid() % 16, count(*)
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
-- A booking whose sender changes or goes leaves the summary of the one and joins that of the other.
CREATE FUNCTION move_delivery_to_customer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_email text := lower(OLD.sender_email);
  new_email text := lower(NEW.sender_email);
  newest record;
BEGIN
  PERFORM FROM customer_summaries WHERE email IN (old_email, new_email) ORDER BY email FOR UPDATE;
  IF new_email <> 'deleted-customer@account.invalid' THEN
    INSERT INTO customer_summaries AS c (email, bookings_count) VALUES (new_email, 1)
    ON CONFLICT (email) DO UPDATE SET bookings_count = c.bookings_count + 1;
  END IF;
  UPDATE customer_summaries SET bookings_count = bookings_count - 1 WHERE email = old_email;
  DELETE FROM customer_summaries WHERE email = old_email AND bookings_count <= 0 AND NOT has_account;
  FOR newest IN
    SELECT s.email, d.sender_name, d.sender_phone, d.created_at
    FROM customer_summaries s LEFT JOIN LATERAL (
      SELECT sender_name, sender_phone, created_at FROM deliveries
      WHERE lower(sender_email) = s.email ORDER BY created_at DESC LIMIT 1
    ) d ON true
    WHERE s.email IN (old_email, new_email)
  LOOP
    UPDATE customer_summaries
    SET booking_name = newest.sender_name, booking_phone = newest.sender_phone, last_booking_at = newest.created_at
    WHERE email = newest.email;
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER deliveries_move_to_customer AFTER UPDATE OF sender_email, sender_name, sender_phone ON deliveries
  FOR EACH ROW WHEN ((OLD.sender_email, OLD.sender_name, OLD.sender_phone) IS DISTINCT FROM (NEW.sender_email, NEW.sender_name, NEW.sender_phone))
  EXECUTE FUNCTION move_delivery_to_customer();
--> statement-breakpoint
-- Accounts that were deleted before left their summaries behind.
DELETE FROM customer_summaries c
WHERE (NOT has_account AND NOT EXISTS (SELECT FROM deliveries d WHERE lower(d.sender_email) = c.email))
  OR email = 'deleted-customer@account.invalid';
--> statement-breakpoint
UPDATE customer_summaries c
SET bookings_count = coalesce(t.n, 0), booking_name = t.sender_name, booking_phone = t.sender_phone, last_booking_at = t.created_at
FROM customer_summaries s LEFT JOIN (
  SELECT DISTINCT ON (email) email, sender_name, sender_phone, created_at, count(*) OVER (PARTITION BY email) AS n
  FROM (SELECT lower(sender_email) AS email, * FROM deliveries) d
  ORDER BY email, created_at DESC
) t ON t.email = s.email
WHERE c.email = s.email AND s.bookings_count <> coalesce(t.n, 0);
--> statement-breakpoint
-- Kept copies of what customers wrote, which name nothing that they are about: the messages and orders themselves stay.
DELETE FROM mails WHERE kind IN ('contact_received', 'contact_reply', 'order_received');
--> statement-breakpoint
UPDATE mails SET about_id = delivery_id WHERE delivery_id IS NOT NULL;
--> statement-breakpoint
-- What admins were made under stands in the activity log; a receipt needs no address.
DELETE FROM form_receipts WHERE answer ? 'created';
--> statement-breakpoint
-- The activity log can be added to and read, never changed; what is older than six years may be removed (docs/retention.md).
DROP TRIGGER activity_logs_append_only ON activity_logs;
--> statement-breakpoint
CREATE TRIGGER activity_logs_append_only BEFORE UPDATE OR TRUNCATE ON activity_logs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER activity_logs_keep BEFORE DELETE ON activity_logs
  FOR EACH ROW WHEN (OLD.created_at > now() - interval '6 years') EXECUTE FUNCTION refuse_change();
