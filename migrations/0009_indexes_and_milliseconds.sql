CREATE INDEX "contact_replies_by_user" ON "contact_replies" USING btree ("by_user_id") WHERE by_user_id is not null;--> statement-breakpoint
CREATE INDEX "deliveries_referrer" ON "deliveries" USING btree ("referrer_id") WHERE referrer_id is not null;--> statement-breakpoint
CREATE INDEX "delivery_events_by_user" ON "delivery_events" USING btree ("by_user_id") WHERE by_user_id is not null;--> statement-breakpoint
CREATE INDEX "mails_to_lower" ON "mails" USING btree (lower("to_address"));--> statement-breakpoint
CREATE INDEX "order_events_by_user" ON "order_events" USING btree ("by_user_id") WHERE by_user_id is not null;--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id") WHERE customer_id is not null;--> statement-breakpoint
-- The first edition of 0000_tables.sql kept moments to the microsecond, which no cursor of a list can name: pages of such
-- data repeat and skip rows. Cut, not rounded: rounding could move a booking into the next day, and days are counted.
DO $$
DECLARE
  of record;
BEGIN
  FOR of IN
    SELECT table_name, string_agg(format('ALTER COLUMN %1$I TYPE timestamp(3) with time zone USING date_trunc(''milliseconds'', %1$I)', column_name), ', ') AS changes
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
      AND data_type = 'timestamp with time zone' AND datetime_precision <> 3
    GROUP BY table_name
  LOOP
    EXECUTE format('ALTER TABLE %I %s', of.table_name, of.changes);
  END LOOP;
  UPDATE customer_summaries c SET last_booking_at = d.at
  FROM (SELECT lower(sender_email) AS email, max(created_at) AS at FROM deliveries GROUP BY 1) d
  WHERE c.email = d.email AND c.last_booking_at > d.at AND c.last_booking_at < d.at + interval '1 millisecond 1 microsecond';
END
$$;
