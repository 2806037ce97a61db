CREATE TABLE "status_batch_rows" (
	"batch_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"delivery_id" uuid NOT NULL,
	"tracking_number" text NOT NULL,
	"version" integer NOT NULL,
	"outcome" text,
	CONSTRAINT "status_batch_rows_batch_id_place_pk" PRIMARY KEY("batch_id","place"),
	CONSTRAINT "status_batch_rows_outcome" CHECK ("status_batch_rows"."outcome" in ('changed', 'unchanged', 'conflict', 'removed', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "status_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_key" uuid NOT NULL,
	"form_hash" "bytea",
	"admin_id" uuid,
	"to_status" text NOT NULL,
	"reason" text,
	"note" text,
	"total" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "status_batches_form_key_unique" UNIQUE("form_key"),
	CONSTRAINT "status_batches_to" CHECK ("status_batches"."to_status" in ('pending', 'in_transit', 'delivered', 'failed')),
	CONSTRAINT "status_batches_reason" CHECK ("status_batches"."reason" in ('nobody_home', 'phone_not_answered', 'address_not_found', 'refused', 'another_day', 'place_closed', 'could_not_pay', 'damaged', 'lost', 'area_unsafe', 'vehicle_broke_down', 'weather', 'other'))
);
--> statement-breakpoint
ALTER TABLE "activity_logs" DROP CONSTRAINT "activity_logs_action_known";--> statement-breakpoint
ALTER TABLE "delivery_events" ADD COLUMN "kind" text DEFAULT 'status_set' NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD COLUMN "undoes" bigint;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "status_batch_rows" ADD CONSTRAINT "status_batch_rows_batch_id_status_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."status_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_batches" ADD CONSTRAINT "status_batches_admin_id_admin_members_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "status_batches_newest" ON "status_batches" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "status_batches_admin" ON "status_batches" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "deliveries_open_due" ON "deliveries" USING btree ("estimated_delivery","id") WHERE status in ('pending', 'in_transit');--> statement-breakpoint
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_action_known" CHECK ("activity_logs"."action" in ('login', 'login_failed', 'logout', 'create_admin', 'update_admin', 'delete_admin', 'create_booking', 'update_booking', 'mark_contact_read', 'reply_contact', 'site_lock_on', 'site_lock_off', 'password_change', 'profile_change', 'update_prices', 'publish_prices', 'set_price', 'record_payment', 'reverse_payment', 'export', 'refused'));--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_kind" CHECK ("delivery_events"."kind" in ('status_set', 'undone', 'corrected'));--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_reason" CHECK ("delivery_events"."reason" in ('nobody_home', 'phone_not_answered', 'address_not_found', 'refused', 'another_day', 'place_closed', 'could_not_pay', 'damaged', 'lost', 'area_unsafe', 'vehicle_broke_down', 'weather', 'other'));--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_undoes" CHECK (("delivery_events"."kind" = 'undone') = ("delivery_events"."undoes" is not null));--> statement-breakpoint
-- What is late is the sum of these days before today: right after midnight without anybody counting.
CREATE FUNCTION add_due_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT 'due/' || lagos_day(estimated_delivery), counter_shard(), CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
  FROM moved WHERE status IN ('pending', 'in_transit') GROUP BY 1 ORDER BY 1
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER deliveries_add_due_new AFTER INSERT ON deliveries REFERENCING NEW TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION add_due_deliveries();
--> statement-breakpoint
CREATE TRIGGER deliveries_add_due_deleted AFTER DELETE ON deliveries REFERENCING OLD TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION add_due_deliveries();
--> statement-breakpoint
CREATE FUNCTION change_due_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), sum(d) FROM (VALUES
    ('due/' || lagos_day(OLD.estimated_delivery), CASE WHEN OLD.status IN ('pending', 'in_transit') THEN -1 ELSE 0 END),
    ('due/' || lagos_day(NEW.estimated_delivery), CASE WHEN NEW.status IN ('pending', 'in_transit') THEN 1 ELSE 0 END)) v (name, d)
  GROUP BY name HAVING sum(d) <> 0 ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER deliveries_add_due_changed AFTER UPDATE OF status, estimated_delivery ON deliveries
  FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.estimated_delivery <> NEW.estimated_delivery)
  EXECUTE FUNCTION change_due_delivery();
--> statement-breakpoint
INSERT INTO counters (name, shard, n)
SELECT 'due/' || lagos_day(estimated_delivery), 0, count(*) FROM deliveries
WHERE status IN ('pending', 'in_transit') GROUP BY 1;
