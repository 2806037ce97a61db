ALTER TABLE "business_online_payments" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "business_online_payments" ADD COLUMN "closed_note" text;--> statement-breakpoint
ALTER TABLE "business_online_payments" ADD COLUMN "closed_by_name" text;