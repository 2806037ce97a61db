DROP INDEX "deliveries_status_newest";--> statement-breakpoint
DROP INDEX "deliveries_to_state_newest";--> statement-breakpoint
DROP INDEX "deliveries_open_due";--> statement-breakpoint
CREATE INDEX "deliveries_status_newest" ON "deliveries" USING btree ("status","created_at","id","delivery_type");--> statement-breakpoint
CREATE INDEX "deliveries_to_state_newest" ON "deliveries" USING btree ("receiver_state","created_at","id","status","delivery_type");--> statement-breakpoint
CREATE INDEX "deliveries_open_due" ON "deliveries" USING btree ("estimated_delivery","id","receiver_state","delivery_type") WHERE status in ('pending', 'in_transit');