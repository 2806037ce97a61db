CREATE TABLE "company_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"facts" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_settings_one_row" CHECK ("company_settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_tracking_code";--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_tracking_code" CHECK ("bookings"."tracking_code" ~ '^([A-Z]{2}[0-9]{8,9}[A-Z]{2}|RX[0-9]{13,})$');--> statement-breakpoint
CREATE TRIGGER company_settings_tell_pages AFTER INSERT OR UPDATE OR DELETE ON "company_settings" FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();--> statement-breakpoint
CREATE TRIGGER company_settings_tell_pages_emptied AFTER TRUNCATE ON "company_settings" FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
