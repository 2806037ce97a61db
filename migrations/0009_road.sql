CREATE TABLE "custody_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "custody_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"piece_id" uuid NOT NULL,
	"from_kind" text NOT NULL,
	"from_id" uuid,
	"to_kind" text NOT NULL,
	"to_id" uuid,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"run_id" uuid,
	"claim" boolean DEFAULT false NOT NULL,
	"reverses" bigint,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	CONSTRAINT "custody_entries_reverses_unique" UNIQUE("reverses"),
	CONSTRAINT "custody_entries_from" CHECK ("custody_entries"."from_kind" in ('sender', 'hub', 'rider', 'partner', 'receiver', 'lost')),
	CONSTRAINT "custody_entries_to" CHECK ("custody_entries"."to_kind" in ('sender', 'hub', 'rider', 'partner', 'receiver', 'lost')),
	CONSTRAINT "custody_entries_method" CHECK ("custody_entries"."method" in ('scan', 'typed', 'list')),
	CONSTRAINT "custody_entries_to_id" CHECK (("custody_entries"."to_kind" in ('hub', 'rider', 'partner')) = ("custody_entries"."to_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "exceptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"booking_id" uuid,
	"piece_id" uuid,
	"run_id" uuid,
	"hub_id" uuid,
	"incident" text,
	"note" text,
	"details" jsonb,
	"owner_id" uuid,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"opened_by_name" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"close_reason" text,
	"close_note" text,
	"closed_by_user_id" uuid,
	"closed_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "exceptions_kind" CHECK ("exceptions"."kind" in ('missing', 'extra', 'refused', 'attempts_used', 'unconfirmed_claim', 'deeds_disagree', 'no_destination', 'run_not_closed', 'linehaul_overdue', 'incident', 'to_complete')),
	CONSTRAINT "exceptions_incident" CHECK ("exceptions"."incident" in ('vehicle_broke_down', 'held_by_authorities', 'accident', 'weather', 'area_unsafe', 'robbery')),
	CONSTRAINT "exceptions_reason" CHECK ("exceptions"."close_reason" in ('found', 'delivered', 'counted_wrong', 'handed_over', 'try_again', 'hold', 'return', 'lost', 'other_run', 'solved', 'no_fault')),
	CONSTRAINT "exceptions_closed" CHECK (("exceptions"."closed_at" is null) = ("exceptions"."close_reason" is null) and ("exceptions"."closed_at" is null) = ("exceptions"."closed_by_name" is null))
);
--> statement-breakpoint
CREATE TABLE "hub_areas" (
	"hub_id" uuid NOT NULL,
	"state" text NOT NULL,
	"town" text DEFAULT '' NOT NULL,
	CONSTRAINT "hub_areas_hub_id_state_town_pk" PRIMARY KEY("hub_id","state","town")
);
--> statement-breakpoint
CREATE TABLE "hub_members" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"hub_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hubs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"town" text,
	"state" text NOT NULL,
	"hours" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hubs_name_unique" UNIQUE("name"),
	CONSTRAINT "hubs_code_unique" UNIQUE("code"),
	CONSTRAINT "hubs_code" CHECK ("hubs"."code" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "lane_hours" (
	"from_hub_id" uuid NOT NULL,
	"to_hub_id" uuid NOT NULL,
	"hours" integer NOT NULL,
	CONSTRAINT "lane_hours_from_hub_id_to_hub_id_pk" PRIMARY KEY("from_hub_id","to_hub_id"),
	CONSTRAINT "lane_hours_hours" CHECK ("lane_hours"."hours" between 1 and 240)
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company" text NOT NULL,
	"phone" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partners_company_unique" UNIQUE("company")
);
--> statement-breakpoint
CREATE TABLE "pieces" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"holder_kind" text DEFAULT 'sender' NOT NULL,
	"holder_id" uuid,
	"held_since" timestamp (3) with time zone,
	"to_hub_id" uuid,
	"returning" boolean DEFAULT false NOT NULL,
	"sticker" text,
	CONSTRAINT "pieces_sticker_unique" UNIQUE("sticker"),
	CONSTRAINT "pieces_of_booking" UNIQUE("booking_id","number"),
	CONSTRAINT "pieces_number" CHECK ("pieces"."number" between 1 and 50),
	CONSTRAINT "pieces_holder" CHECK ("pieces"."holder_kind" in ('sender', 'hub', 'rider', 'partner', 'receiver', 'lost')),
	CONSTRAINT "pieces_holder_id" CHECK (("pieces"."holder_kind" in ('hub', 'rider', 'partner')) = ("pieces"."holder_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "riders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"hub_id" uuid NOT NULL,
	"left_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "riders_phone_unique" UNIQUE("phone")
);
--> statement-breakpoint
CREATE TABLE "run_pieces" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_pieces_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" uuid NOT NULL,
	"piece_id" uuid NOT NULL,
	"stop" integer NOT NULL,
	"assigned_at" timestamp (3) with time zone NOT NULL,
	"loaded_at" timestamp (3) with time zone,
	"outcome" text,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "run_pieces_outcome" CHECK ("run_pieces"."outcome" in ('delivered', 'picked_up', 'arrived', 'returned_to_hub', 'removed', 'moved', 'missing')),
	CONSTRAINT "run_pieces_ended" CHECK (("run_pieces"."outcome" is null) = ("run_pieces"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_key" uuid NOT NULL,
	"form_hash" "bytea",
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"hub_id" uuid NOT NULL,
	"to_hub_id" uuid,
	"rider_id" uuid,
	"partner_id" uuid,
	"driver_name" text,
	"driver_phone" text,
	"plate" text,
	"fee_kobo" bigint,
	"state" text DEFAULT 'planned' NOT NULL,
	"expected_at" timestamp (3) with time zone,
	"sealed_at" timestamp (3) with time zone,
	"out_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	"reconciled_at" timestamp (3) with time zone,
	"seal_note" text,
	"close_note" text,
	"closed_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "runs_form_key_unique" UNIQUE("form_key"),
	CONSTRAINT "runs_name_unique" UNIQUE("name"),
	CONSTRAINT "runs_kind" CHECK ("runs"."kind" in ('pickup', 'linehaul', 'delivery')),
	CONSTRAINT "runs_state" CHECK ("runs"."state" in ('planned', 'loaded', 'out', 'returned', 'reconciled')),
	CONSTRAINT "runs_holder" CHECK (num_nonnulls("runs"."rider_id", "runs"."partner_id") <= 1),
	CONSTRAINT "runs_to_hub" CHECK (("runs"."kind" = 'linehaul') = ("runs"."to_hub_id" is not null)),
	CONSTRAINT "runs_two_hubs" CHECK ("runs"."to_hub_id" <> "runs"."hub_id"),
	CONSTRAINT "runs_fee" CHECK ("runs"."fee_kobo" between 0 and 100000000000)
);
--> statement-breakpoint
ALTER TABLE "booking_events" RENAME COLUMN "at" TO "occurred_at";--> statement-breakpoint
ALTER TABLE "admin_members" DROP CONSTRAINT "admin_members_role";--> statement-breakpoint
ALTER TABLE "booking_events" DROP CONSTRAINT "booking_events_kind";--> statement-breakpoint
ALTER TABLE "booking_events" DROP CONSTRAINT "booking_events_reason";--> statement-breakpoint
ALTER TABLE "status_batches" DROP CONSTRAINT "status_batches_reason";--> statement-breakpoint
ALTER TABLE "booking_events" ADD COLUMN "received_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_events" ADD COLUMN "piece" integer;--> statement-breakpoint
ALTER TABLE "booking_events" ADD COLUMN "hub_id" uuid;--> statement-breakpoint
ALTER TABLE "booking_events" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "booking_events" ADD COLUMN "incident" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "pieces" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "pays_delivery" text DEFAULT 'sender_before' NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "may_look_inside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "drop_off_hub_id" uuid;--> statement-breakpoint
ALTER TABLE "custody_entries" ADD CONSTRAINT "custody_entries_piece_id_pieces_id_fk" FOREIGN KEY ("piece_id") REFERENCES "public"."pieces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custody_entries" ADD CONSTRAINT "custody_entries_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custody_entries" ADD CONSTRAINT "custody_entries_reverses_custody_entries_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."custody_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_piece_id_pieces_id_fk" FOREIGN KEY ("piece_id") REFERENCES "public"."pieces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_owner_id_admin_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."admin_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hub_areas" ADD CONSTRAINT "hub_areas_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hub_members" ADD CONSTRAINT "hub_members_member_id_admin_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."admin_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hub_members" ADD CONSTRAINT "hub_members_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lane_hours" ADD CONSTRAINT "lane_hours_from_hub_id_hubs_id_fk" FOREIGN KEY ("from_hub_id") REFERENCES "public"."hubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lane_hours" ADD CONSTRAINT "lane_hours_to_hub_id_hubs_id_fk" FOREIGN KEY ("to_hub_id") REFERENCES "public"."hubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pieces" ADD CONSTRAINT "pieces_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pieces" ADD CONSTRAINT "pieces_to_hub_id_hubs_id_fk" FOREIGN KEY ("to_hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "riders" ADD CONSTRAINT "riders_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_pieces" ADD CONSTRAINT "run_pieces_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_pieces" ADD CONSTRAINT "run_pieces_piece_id_pieces_id_fk" FOREIGN KEY ("piece_id") REFERENCES "public"."pieces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_to_hub_id_hubs_id_fk" FOREIGN KEY ("to_hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "custody_entries_piece" ON "custody_entries" USING btree ("piece_id","id");--> statement-breakpoint
CREATE INDEX "custody_entries_run" ON "custody_entries" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "exceptions_one_open" ON "exceptions" USING btree ("kind","subject") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "exceptions_due" ON "exceptions" USING btree ("due_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "exceptions_closed_newest" ON "exceptions" USING btree ("closed_at","id") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "exceptions_booking" ON "exceptions" USING btree ("booking_id") WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX "exceptions_run" ON "exceptions" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "pieces_held" ON "pieces" USING btree ("holder_kind","holder_id","held_since") WHERE holder_kind in ('hub', 'rider', 'partner', 'lost');--> statement-breakpoint
CREATE INDEX "riders_hub" ON "riders" USING btree ("hub_id");--> statement-breakpoint
CREATE UNIQUE INDEX "run_pieces_one_open" ON "run_pieces" USING btree ("piece_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "run_pieces_run" ON "run_pieces" USING btree ("run_id","stop","id");--> statement-breakpoint
CREATE INDEX "run_pieces_piece" ON "run_pieces" USING btree ("piece_id","id");--> statement-breakpoint
CREATE INDEX "runs_day" ON "runs" USING btree ("day","hub_id");--> statement-breakpoint
CREATE INDEX "runs_open" ON "runs" USING btree ("day","id") WHERE state <> 'reconciled';--> statement-breakpoint
CREATE INDEX "runs_rider" ON "runs" USING btree ("rider_id") WHERE rider_id is not null;--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_drop_off_hub_id_hubs_id_fk" FOREIGN KEY ("drop_off_hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_members" ADD CONSTRAINT "admin_members_role" CHECK ("admin_members"."admin_role" in ('super_admin', 'moderator', 'support', 'dispatcher', 'hub_clerk', 'cashier'));--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_incident" CHECK ("booking_events"."incident" in ('vehicle_broke_down', 'held_by_authorities', 'accident', 'weather', 'area_unsafe', 'robbery'));--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_kind" CHECK ("booking_events"."kind" in ('booked', 'status_set', 'undone', 'picked_up', 'arrived_at_hub', 'left_hub', 'out_for_delivery', 'attempted', 'rescheduled', 'held_for_collection', 'delivered', 'return_started', 'returned', 'cancelled', 'incident', 'corrected', 'price_set', 'price_accepted', 'paid', 'noted'));--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_reason" CHECK ("booking_events"."reason" in ('nobody_home', 'phone_not_answered', 'address_not_found', 'refused', 'refused_after_opening', 'wrong_item', 'another_day', 'place_closed', 'could_not_pay', 'damaged', 'lost', 'area_unsafe', 'vehicle_broke_down', 'held_by_authorities', 'weather', 'other', 'cancelled'));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_pieces" CHECK ("bookings"."pieces" between 1 and 50);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_pays_delivery" CHECK ("bookings"."pays_delivery" in ('sender_before', 'sender_pickup', 'receiver'));--> statement-breakpoint
ALTER TABLE "status_batches" ADD CONSTRAINT "status_batches_reason" CHECK ("status_batches"."reason" in ('nobody_home', 'phone_not_answered', 'address_not_found', 'refused', 'refused_after_opening', 'wrong_item', 'another_day', 'place_closed', 'could_not_pay', 'damaged', 'lost', 'area_unsafe', 'vehicle_broke_down', 'held_by_authorities', 'weather', 'other', 'cancelled'));--> statement-breakpoint
-- What was written before was heard of when it happened, and each booking's first event says that it was booked.
ALTER TABLE "booking_events" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "booking_events" SET "received_at" = "occurred_at", "kind" = CASE WHEN "from_status" IS NULL AND "kind" = 'status_set' THEN 'booked' ELSE "kind" END;--> statement-breakpoint
ALTER TABLE "booking_events" ENABLE TRIGGER USER;--> statement-breakpoint
CREATE OR REPLACE FUNCTION names_of_work(done booking_events) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE
  day text := lagos_day(done.occurred_at);
  week text := 'week/' || date_trunc('week', day::date)::date || '/';
  parcel bookings;
BEGIN
  IF done.to_status = 'pending' OR done.from_status IS NULL OR done.from_status = done.to_status THEN
    RETURN;
  END IF;
  RETURN NEXT 'work/' || day || '/' || done.to_status;
  IF done.to_status <> 'delivered' THEN
    RETURN;
  END IF;
  SELECT * INTO STRICT parcel FROM bookings WHERE id = done.booking_id;
  RETURN NEXT week || 'delivered';
  IF day <= lagos_day(parcel.estimated_delivery) THEN
    RETURN NEXT week || 'in_time';
  END IF;
  RETURN NEXT week || 'days/' || greatest(0, least(30, day::date - lagos_day(parcel.created_at)::date));
END
$$;--> statement-breakpoint
-- Work is every event that gave the booking another status, by hand or on the road.
CREATE OR REPLACE FUNCTION count_work() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  done booking_events := NEW;
  change integer := 1;
BEGIN
  IF NEW.kind = 'undone' THEN
    SELECT * INTO STRICT done FROM booking_events WHERE id = NEW.undoes;
    change := -1;
  END IF;
  INSERT INTO counters (name, shard, n)
  SELECT name, counter_shard(), change FROM names_of_work(done) AS name ORDER BY name
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n;
  RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER booking_events_count_work ON booking_events;--> statement-breakpoint
CREATE TRIGGER booking_events_count_work AFTER INSERT ON booking_events FOR EACH ROW
  WHEN (NEW.kind = 'undone' OR (NEW.from_status <> NEW.to_status AND NEW.to_status <> 'pending')) EXECUTE FUNCTION count_work();--> statement-breakpoint
-- PIECE-1: the pieces of a booking are made with it, and those that a correction adds or takes away with the correction.
CREATE FUNCTION make_pieces() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pieces (booking_id, number)
  SELECT b.id, n FROM made b, generate_series(1, b.pieces) n;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER bookings_make_pieces AFTER INSERT ON bookings REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION make_pieces();--> statement-breakpoint
CREATE FUNCTION change_pieces() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pieces (booking_id, number) SELECT NEW.id, n FROM generate_series(OLD.pieces + 1, NEW.pieces) n;
  DELETE FROM pieces WHERE booking_id = NEW.id AND number > NEW.pieces;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER bookings_change_pieces AFTER UPDATE OF pieces ON bookings FOR EACH ROW WHEN (OLD.pieces <> NEW.pieces) EXECUTE FUNCTION change_pieces();--> statement-breakpoint
INSERT INTO pieces (booking_id, number, holder_kind, held_since)
SELECT id, 1, CASE WHEN status = 'delivered' THEN 'receiver' ELSE 'sender' END, delivered_at FROM bookings;--> statement-breakpoint
CREATE TRIGGER custody_entries_append_only BEFORE UPDATE OR TRUNCATE ON custody_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER hubs_tell_pages AFTER INSERT OR UPDATE OR DELETE ON hubs FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();--> statement-breakpoint
CREATE TRIGGER hubs_tell_pages_emptied AFTER TRUNCATE ON hubs FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();--> statement-breakpoint
CREATE TRIGGER hub_areas_tell_pages AFTER INSERT OR UPDATE OR DELETE ON hub_areas FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();--> statement-breakpoint
CREATE TRIGGER hub_areas_tell_pages_emptied AFTER TRUNCATE ON hub_areas FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
