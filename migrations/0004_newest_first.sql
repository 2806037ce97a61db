DROP INDEX "activity_logs_newest";--> statement-breakpoint
DROP INDEX "activity_logs_admin";--> statement-breakpoint
DROP INDEX "activity_logs_action";--> statement-breakpoint
DROP INDEX "contact_messages_newest";--> statement-breakpoint
DROP INDEX "contact_messages_unread";--> statement-breakpoint
DROP INDEX "deliveries_newest";--> statement-breakpoint
DROP INDEX "deliveries_status_newest";--> statement-breakpoint
DROP INDEX "deliveries_customer";--> statement-breakpoint
DROP INDEX "email_links_email";--> statement-breakpoint
DROP INDEX "mails_newest";--> statement-breakpoint
DROP INDEX "orders_partner_newest";--> statement-breakpoint
DROP INDEX "orders_partner_status";--> statement-breakpoint
DROP INDEX "partners_newest";--> statement-breakpoint
DROP INDEX "partners_category_newest";--> statement-breakpoint
DROP INDEX "products_partner_newest";--> statement-breakpoint
DROP INDEX "referrals_referrer";--> statement-breakpoint
CREATE INDEX "activity_logs_newest" ON "activity_logs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "activity_logs_admin" ON "activity_logs" USING btree ("admin_id","created_at");--> statement-breakpoint
CREATE INDEX "activity_logs_action" ON "activity_logs" USING btree ("action","created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_unread" ON "contact_messages" USING btree ("created_at","id") WHERE not is_read;--> statement-breakpoint
CREATE INDEX "deliveries_newest" ON "deliveries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_status_newest" ON "deliveries" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_customer" ON "deliveries" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "email_links_email" ON "email_links" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("sent_at","id");--> statement-breakpoint
CREATE INDEX "orders_partner_newest" ON "orders" USING btree ("partner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_partner_status" ON "orders" USING btree ("partner_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "partners_newest" ON "partners" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "partners_category_newest" ON "partners" USING btree ("category","created_at","id");--> statement-breakpoint
CREATE INDEX "products_partner_newest" ON "products" USING btree ("partner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "referrals_referrer" ON "referrals" USING btree ("referrer_id","created_at");