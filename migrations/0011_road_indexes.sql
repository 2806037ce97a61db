CREATE INDEX "booking_events_hub" ON "booking_events" USING btree ("hub_id") WHERE hub_id is not null;--> statement-breakpoint
CREATE INDEX "booking_events_run" ON "booking_events" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "bookings_drop_off_hub" ON "bookings" USING btree ("drop_off_hub_id") WHERE drop_off_hub_id is not null;--> statement-breakpoint
CREATE INDEX "exceptions_piece" ON "exceptions" USING btree ("piece_id") WHERE piece_id is not null;--> statement-breakpoint
CREATE INDEX "exceptions_hub" ON "exceptions" USING btree ("hub_id") WHERE hub_id is not null;--> statement-breakpoint
CREATE INDEX "exceptions_owner" ON "exceptions" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "hub_members_hub" ON "hub_members" USING btree ("hub_id");--> statement-breakpoint
CREATE INDEX "lane_hours_to_hub" ON "lane_hours" USING btree ("to_hub_id");--> statement-breakpoint
CREATE INDEX "pieces_to_hub_set" ON "pieces" USING btree ("to_hub_id") WHERE to_hub_id is not null;--> statement-breakpoint
CREATE INDEX "runs_hub" ON "runs" USING btree ("hub_id","day");--> statement-breakpoint
CREATE INDEX "runs_to_hub_set" ON "runs" USING btree ("to_hub_id") WHERE to_hub_id is not null;--> statement-breakpoint
CREATE INDEX "runs_partner" ON "runs" USING btree ("partner_id") WHERE partner_id is not null;--> statement-breakpoint
-- CUSTODY-1: of a hand-over nothing is changed but who wrote it, which goes after six years (docs/retention.md).
CREATE FUNCTION keep_custody() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.received_at < now() - interval '6 years' AND to_jsonb(NEW) - '{by_user_id,by_name}'::text[] = to_jsonb(OLD) - '{by_user_id,by_name}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
DROP TRIGGER custody_entries_append_only ON custody_entries;--> statement-breakpoint
CREATE TRIGGER custody_entries_no_truncate BEFORE TRUNCATE ON custody_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER custody_entries_stay BEFORE UPDATE ON custody_entries FOR EACH ROW EXECUTE FUNCTION keep_custody();
