-- A session says which screens it opens, so that a rider's or a store's can join.
ALTER TABLE "sessions" ADD COLUMN "audience" text;--> statement-breakpoint
UPDATE "sessions" SET "audience" = CASE WHEN "staff" THEN 'staff' ELSE 'customer' END;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "audience" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "staff";--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_audience" CHECK ("sessions"."audience" in ('customer', 'staff'));
