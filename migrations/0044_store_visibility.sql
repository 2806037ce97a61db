ALTER TABLE "stores" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "looks_at_new_stores" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_hidden" CHECK ("stores"."hidden_reason" is null or "stores"."hidden_at" is not null);