ALTER TABLE "exceptions" ADD COLUMN "desk_note" text;--> statement-breakpoint
CREATE INDEX "custody_entries_claims" ON "custody_entries" USING btree ("received_at") WHERE claim;