-- Pages of these lists begin at a place of the index, also where it is one admin's, one action's, or one of many customers
-- with as many bookings.
DROP INDEX "activity_logs_admin";--> statement-breakpoint
DROP INDEX "activity_logs_action";--> statement-breakpoint
DROP INDEX "customer_summaries_most";--> statement-breakpoint
CREATE INDEX "activity_logs_admin" ON "activity_logs" USING btree ("admin_id","created_at","id");--> statement-breakpoint
CREATE INDEX "activity_logs_action" ON "activity_logs" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX "customer_summaries_most" ON "customer_summaries" USING btree ((-"bookings_count"),"email");--> statement-breakpoint
CREATE INDEX "orders_buyer" ON "orders" USING btree ("partner_id",coalesce("buyer_phone", nullif(lower(btrim("buyer_name")), '')),"created_at","id");--> statement-breakpoint
-- Messages are found by the writer's phone number too.
ALTER TABLE "contact_messages" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || subject || ' ' || message)) STORED;--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX contact_messages_search ON contact_messages USING gin (search gin_trgm_ops);
  END IF;
END
$$;
