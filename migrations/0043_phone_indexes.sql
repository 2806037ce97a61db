CREATE INDEX "deliveries_sender_phone" ON "deliveries" USING btree ("sender_phone");--> statement-breakpoint
CREATE INDEX "deliveries_receiver_phone" ON "deliveries" USING btree ("receiver_phone");