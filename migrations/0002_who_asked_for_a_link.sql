ALTER TABLE "email_links" ADD COLUMN "asked_from" text;--> statement-breakpoint
CREATE INDEX "email_links_browser" ON "email_links" USING btree ("browser_hash");