CREATE TABLE "price_lists" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer,
	"valid_from" date,
	"document" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"based_on" integer,
	"published_by_name" text,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_lists_version_unique" UNIQUE("version"),
	CONSTRAINT "price_lists_version" CHECK ("price_lists"."version" > 0),
	CONSTRAINT "price_lists_published" CHECK (("price_lists"."version" is null) = ("price_lists"."valid_from" is null) and ("price_lists"."version" is null) = ("price_lists"."published_at" is null))
);
--> statement-breakpoint
ALTER TABLE "activity_logs" DROP CONSTRAINT "activity_logs_action_known";--> statement-breakpoint
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_action_known" CHECK ("activity_logs"."action" in ('login', 'login_failed', 'logout', 'create_admin', 'update_admin', 'delete_admin', 'update_booking', 'mark_contact_read', 'reply_contact', 'site_lock_on', 'site_lock_off', 'password_change', 'profile_change', 'update_prices', 'publish_prices', 'set_price', 'record_payment', 'reverse_payment', 'export', 'refused'));--> statement-breakpoint
-- A published price list is what bookings were priced by: it is never changed. Processes keep lists in memory and are told of a new one.
CREATE FUNCTION keep_published_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.version IS NOT NULL THEN
    RAISE EXCEPTION 'a published price list is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
--> statement-breakpoint
CREATE TRIGGER price_lists_published_stay BEFORE UPDATE OR DELETE ON price_lists
  FOR EACH ROW EXECUTE FUNCTION keep_published_prices();
--> statement-breakpoint
CREATE TRIGGER price_lists_no_truncate BEFORE TRUNCATE ON price_lists
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION tell_prices_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('ona_live', 'prices');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER price_lists_tell_published AFTER INSERT OR UPDATE ON price_lists
  FOR EACH ROW WHEN (NEW.version IS NOT NULL) EXECUTE FUNCTION tell_prices_changed();
