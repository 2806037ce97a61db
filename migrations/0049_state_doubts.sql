-- Null in old rows, which are looked through in steps by the product; false in new ones.
ALTER TABLE "deliveries" ADD COLUMN "state_doubt" boolean;--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "state_doubt" SET DEFAULT false;--> statement-breakpoint
CREATE INDEX "deliveries_state_unread" ON "deliveries" USING btree ("id") WHERE state_doubt is null and status in ('pending', 'in_transit');--> statement-breakpoint
CREATE INDEX "deliveries_state_doubt" ON "deliveries" USING btree ("created_at","id") WHERE state_doubt and status in ('pending', 'in_transit');