DROP TABLE "deed_pictures" CASCADE;--> statement-breakpoint
ALTER TABLE "rider_devices" ADD COLUMN "previous_id" uuid;--> statement-breakpoint
ALTER TABLE "rider_devices" ADD CONSTRAINT "rider_devices_previous_id_rider_devices_id_fk" FOREIGN KEY ("previous_id") REFERENCES "public"."rider_devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rider_devices_previous" ON "rider_devices" USING btree ("previous_id") WHERE previous_id is not null;