ALTER TABLE "booking_events" DROP CONSTRAINT "booking_events_kind";--> statement-breakpoint
ALTER TABLE "bookings" drop column "search";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(tracking_code || ' ' || sender_name || ' ' || sender_email || ' ' || sender_phone || ' ' || receiver_name || ' ' || receiver_phone || ' ' || sender_address || ' ' || coalesce(sender_town, '') || ' ' || receiver_address || ' ' || coalesce(receiver_town, ''))) STORED;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "staff_note" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_assignee_id_admin_members_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."admin_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_assignee" ON "bookings" USING btree ("assignee_id","created_at","id") WHERE assignee_id is not null;--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_kind" CHECK ("booking_events"."kind" in ('status_set', 'undone', 'corrected', 'price_set', 'price_accepted', 'paid', 'noted'));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_staff_note" CHECK (length("bookings"."staff_note") between 1 and 500);--> statement-breakpoint
CREATE INDEX "bookings_search" ON "bookings" USING gin (search gin_trgm_ops, (ARRAY[date_bin('7 days'::interval, created_at, '2000-01-03 00:00:00+00'::timestamp with time zone)]));
