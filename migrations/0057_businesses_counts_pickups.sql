CREATE TABLE "shelf_count_pieces" (
	"count_id" uuid NOT NULL,
	"piece_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"scanned_at" timestamp (3) with time zone,
	"entry_id" bigint,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	CONSTRAINT "shelf_count_pieces_count_id_piece_id_pk" PRIMARY KEY("count_id","piece_id"),
	CONSTRAINT "shelf_count_pieces_outcome" CHECK ("shelf_count_pieces"."outcome" in ('here', 'turned_up', 'missing')),
	CONSTRAINT "shelf_count_pieces_scanned" CHECK (("shelf_count_pieces"."outcome" = 'missing') = ("shelf_count_pieces"."scanned_at" is null))
);
--> statement-breakpoint
CREATE TABLE "shelf_counts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"hub_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended" text,
	"ended_by_user_id" uuid,
	"ended_by_name" text,
	CONSTRAINT "shelf_counts_how" CHECK ("shelf_counts"."ended" in ('closed', 'left')),
	CONSTRAINT "shelf_counts_ended" CHECK (("shelf_counts"."ended_at" is null) = ("shelf_counts"."ended" is null) and ("shelf_counts"."ended_at" is null) = ("shelf_counts"."ended_by_name" is null))
);
--> statement-breakpoint
CREATE TABLE "business_online_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"kobo" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"checkout_url" text,
	"next_check_at" timestamp (3) with time zone,
	"received_amount" bigint,
	"received_currency" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "business_online_payments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "business_online_payments_state" CHECK ("business_online_payments"."state" in ('open', 'paid', 'not_paid', 'problem')),
	CONSTRAINT "business_online_payments_kobo" CHECK ("business_online_payments"."kobo" between 1 and 100000000000)
);
--> statement-breakpoint
CREATE TABLE "language_texts" (
	"language" text NOT NULL,
	"english" text NOT NULL,
	"text" text NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "language_texts_language_english_pk" PRIMARY KEY("language","english")
);
--> statement-breakpoint
CREATE TABLE "regular_pickup_acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "regular_pickup_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pickup_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"side" text NOT NULL,
	"words" text,
	"by_user_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "regular_pickup_acts_kind" CHECK ("regular_pickup_acts"."kind" in ('asked', 'approved', 'refused', 'change_asked', 'change_refused', 'changed', 'paused', 'resumed', 'ended', 'skipped', 'unskipped')),
	CONSTRAINT "regular_pickup_acts_side" CHECK ("regular_pickup_acts"."side" in ('sender', 'office'))
);
--> statement-breakpoint
CREATE TABLE "regular_pickups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"store_id" uuid,
	"business_id" uuid,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"town" text,
	"state" text NOT NULL,
	"note" text,
	"days" integer[] NOT NULL,
	"from_time" text NOT NULL,
	"until_time" text NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"wanted" jsonb,
	"paused_by" text,
	"hub_id" uuid,
	"ended_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "regular_pickups_owner" CHECK (num_nonnulls("regular_pickups"."user_id", "regular_pickups"."store_id", "regular_pickups"."business_id") = 1),
	CONSTRAINT "regular_pickups_phone" CHECK ("regular_pickups"."phone" ~ '^\+[1-9][0-9]{6,14}$'),
	CONSTRAINT "regular_pickups_state" CHECK ("regular_pickups"."state" in ('Abia', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa', 'Benue', 'Borno', 'Cross River', 'Delta', 'Ebonyi', 'Edo', 'Ekiti', 'Enugu', 'FCT', 'Gombe', 'Imo', 'Jigawa', 'Kaduna', 'Kano', 'Katsina', 'Kebbi', 'Kogi', 'Kwara', 'Lagos', 'Nasarawa', 'Niger', 'Ogun', 'Ondo', 'Osun', 'Oyo', 'Plateau', 'Rivers', 'Sokoto', 'Taraba', 'Yobe', 'Zamfara')),
	CONSTRAINT "regular_pickups_status" CHECK ("regular_pickups"."status" in ('asked', 'active', 'paused', 'refused', 'ended')),
	CONSTRAINT "regular_pickups_paused_by" CHECK ("regular_pickups"."paused_by" in ('sender', 'office')),
	CONSTRAINT "regular_pickups_paused" CHECK (("regular_pickups"."status" = 'paused') = ("regular_pickups"."paused_by" is not null)),
	CONSTRAINT "regular_pickups_hub" CHECK ("regular_pickups"."status" not in ('active', 'paused') or "regular_pickups"."hub_id" is not null),
	CONSTRAINT "regular_pickups_ended" CHECK (("regular_pickups"."status" in ('ended', 'refused')) = ("regular_pickups"."ended_at" is not null)),
	CONSTRAINT "regular_pickups_days" CHECK (cardinality("regular_pickups"."days") between 1 and 7 and "regular_pickups"."days" <@ array[0, 1, 2, 3, 4, 5, 6]),
	CONSTRAINT "regular_pickups_window" CHECK ("regular_pickups"."from_time" ~ '^[0-2][0-9]:[0-5][0-9]$' and "regular_pickups"."until_time" ~ '^[0-2][0-9]:[0-5][0-9]$' and "regular_pickups"."from_time" < "regular_pickups"."until_time")
);
--> statement-breakpoint
CREATE TABLE "regular_stops" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pickup_id" uuid NOT NULL,
	"day" date NOT NULL,
	"run_id" uuid,
	"skipped_by" text,
	"visited_at" timestamp (3) with time zone,
	"taken" integer,
	CONSTRAINT "regular_stops_one_a_day" UNIQUE("pickup_id","day"),
	CONSTRAINT "regular_stops_is" CHECK (num_nonnulls("regular_stops"."run_id", "regular_stops"."skipped_by") = 1),
	CONSTRAINT "regular_stops_skipped_by" CHECK ("regular_stops"."skipped_by" in ('sender', 'office')),
	CONSTRAINT "regular_stops_visited" CHECK (("regular_stops"."visited_at" is null) = ("regular_stops"."taken" is null) and ("regular_stops"."visited_at" is null or "regular_stops"."run_id" is not null)),
	CONSTRAINT "regular_stops_taken" CHECK ("regular_stops"."taken" between 0 and 1000)
);
--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_kind";--> statement-breakpoint
ALTER TABLE "exceptions" DROP CONSTRAINT "exceptions_kind";--> statement-breakpoint
ALTER TABLE "rider_deeds" DROP CONSTRAINT "rider_deeds_kind";--> statement-breakpoint
ALTER TABLE "told_pieces" DROP CONSTRAINT "told_pieces_kind";--> statement-breakpoint
ALTER TABLE "bank_rows" ADD COLUMN "credit_id" bigint;--> statement-breakpoint
ALTER TABLE "business_agreements" ADD COLUMN "document" jsonb;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "rows_a_day" integer DEFAULT 2000 NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "business_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "business_id" uuid;--> statement-breakpoint
ALTER TABLE "shelf_count_pieces" ADD CONSTRAINT "shelf_count_pieces_count_id_shelf_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."shelf_counts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_count_pieces" ADD CONSTRAINT "shelf_count_pieces_piece_id_pieces_id_fk" FOREIGN KEY ("piece_id") REFERENCES "public"."pieces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_count_pieces" ADD CONSTRAINT "shelf_count_pieces_entry_id_custody_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."custody_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_counts" ADD CONSTRAINT "shelf_counts_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_online_payments" ADD CONSTRAINT "business_online_payments_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_pickup_acts" ADD CONSTRAINT "regular_pickup_acts_pickup_id_regular_pickups_id_fk" FOREIGN KEY ("pickup_id") REFERENCES "public"."regular_pickups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_pickups" ADD CONSTRAINT "regular_pickups_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_pickups" ADD CONSTRAINT "regular_pickups_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_pickups" ADD CONSTRAINT "regular_pickups_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_pickups" ADD CONSTRAINT "regular_pickups_hub_id_hubs_id_fk" FOREIGN KEY ("hub_id") REFERENCES "public"."hubs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_stops" ADD CONSTRAINT "regular_stops_pickup_id_regular_pickups_id_fk" FOREIGN KEY ("pickup_id") REFERENCES "public"."regular_pickups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regular_stops" ADD CONSTRAINT "regular_stops_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shelf_count_pieces_piece" ON "shelf_count_pieces" USING btree ("piece_id");--> statement-breakpoint
CREATE INDEX "shelf_count_pieces_entry" ON "shelf_count_pieces" USING btree ("entry_id") WHERE entry_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "shelf_counts_one_open" ON "shelf_counts" USING btree ("hub_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "shelf_counts_hub" ON "shelf_counts" USING btree ("hub_id","started_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "business_online_payments_one_starting" ON "business_online_payments" USING btree ("business_id") WHERE state = 'open' and checkout_url is null;--> statement-breakpoint
CREATE INDEX "business_online_payments_due" ON "business_online_payments" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "business_online_payments_business" ON "business_online_payments" USING btree ("business_id","created_at");--> statement-breakpoint
CREATE INDEX "regular_pickup_acts_pickup" ON "regular_pickup_acts" USING btree ("pickup_id","id");--> statement-breakpoint
CREATE INDEX "regular_pickups_user" ON "regular_pickups" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "regular_pickups_store" ON "regular_pickups" USING btree ("store_id") WHERE store_id is not null;--> statement-breakpoint
CREATE INDEX "regular_pickups_business" ON "regular_pickups" USING btree ("business_id") WHERE business_id is not null;--> statement-breakpoint
CREATE INDEX "regular_pickups_hub_status" ON "regular_pickups" USING btree ("hub_id","status");--> statement-breakpoint
CREATE INDEX "regular_pickups_newest" ON "regular_pickups" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "regular_stops_run" ON "regular_stops" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
ALTER TABLE "bank_rows" ADD CONSTRAINT "bank_rows_credit_id_business_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."business_credits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_rows_credit" ON "bank_rows" USING btree ("credit_id") WHERE credit_id is not null;--> statement-breakpoint
CREATE INDEX "api_keys_business" ON "api_keys" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_business" ON "webhook_endpoints" USING btree ("business_id");--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_kind" CHECK ("acts"."kind" in ('earlier', 'taken_back', 'booked', 'corrected', 'cancelled', 'noted', 'receiver_erased', 'status_set', 'picked_up', 'picked_up_unbooked', 'pickup_counted', 'loaded', 'sealed', 'sent_out', 'received', 'handed_over', 'handed_in', 'handed_to_rider', 'received_from_rider', 'delivered', 'attempted', 'corrected_deed', 'deed_kept', 'regular_visited', 'run_closed', 'shelf_counted', 'incident', 'rescheduled', 'day_moved', 'rider_left', 'transfer_asked', 'exception_opened', 'exception_decided', 'choice', 'attempt_answered', 'not_received', 'not_expected', 'message_failed', 'sender_decided', 'claim_opened', 'claim_decided', 'claim_paid', 'price_set', 'price_accepted', 'return_fee', 'paid', 'payment_reversed', 'collected', 'collection_reversed', 'paid_out', 'payout_reversed', 'cash_counted', 'cash_moved', 'cash_corrected', 'invoiced', 'business_paid', 'business_payment_reversed'));--> statement-breakpoint
ALTER TABLE "exceptions" ADD CONSTRAINT "exceptions_kind" CHECK ("exceptions"."kind" in ('missing', 'extra', 'refused', 'refused_ahead', 'attempt_denied', 'attempts_used', 'lies_too_long', 'unconfirmed_claim', 'deeds_disagree', 'no_destination', 'run_not_closed', 'linehaul_overdue', 'incident', 'deed_unclear', 'phone_silent', 'wrong_pin', 'proof_missing', 'cash_difference', 'less_agreed', 'transfer_to_confirm', 'not_received', 'not_expected', 'receiver_not_told', 'to_complete'));--> statement-breakpoint
ALTER TABLE "rider_deeds" ADD CONSTRAINT "rider_deeds_kind" CHECK ("rider_deeds"."kind" in ('delivered', 'attempted', 'picked_up', 'picked_up_unbooked', 'handed_to_hub', 'handed_to_rider', 'received_from_rider', 'incident', 'regular_visited', 'transfer_asked', 'undo', 'corrected', 'not_understood'));--> statement-breakpoint
ALTER TABLE "told_pieces" ADD CONSTRAINT "told_pieces_kind" CHECK ("told_pieces"."kind" in ('delivered', 'attempted', 'picked_up', 'picked_up_unbooked', 'handed_to_hub', 'handed_to_rider', 'received_from_rider', 'incident', 'regular_visited', 'transfer_asked', 'undo', 'corrected', 'not_understood'));--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_rows_a_day" CHECK ("businesses"."rows_a_day" between 0 and 100000);--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_one_owner" CHECK (num_nonnulls("api_keys"."store_id", "api_keys"."business_id") <= 1);--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_one_owner" CHECK (num_nonnulls("webhook_endpoints"."store_id", "webhook_endpoints"."business_id") <= 1);--> statement-breakpoint
CREATE TRIGGER language_texts_tell_pages AFTER INSERT OR UPDATE OR DELETE ON language_texts FOR EACH STATEMENT EXECUTE FUNCTION tell_all_pages();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kinds text[] := ARRAY['booking.event_added'];
  written integer;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE enabled) THEN RETURN NULL; END IF;
  IF NEW.kind = 'booked' THEN kinds := kinds || 'booking.created'::text; END IF;
  IF NEW.kind = 'price_set' THEN kinds := kinds || 'booking.price_set'::text; END IF;
  IF NEW.kind = 'paid' THEN kinds := kinds || 'payment.recorded'::text; END IF;
  IF NEW.from_status IS NOT NULL AND NEW.from_status <> NEW.to_status THEN
    kinds := kinds || 'booking.status_changed'::text;
  END IF;
  INSERT INTO webhook_messages (endpoint_id, kind, booking_id, body, created_at, next_try_at)
  SELECT h.id, k.kind, b.id, webhook_body(k.kind, jsonb_build_object(
      'code', b.tracking_code, 'reference', a.reference,
      'sequence', (SELECT count(*) FROM booking_events e WHERE e.booking_id = b.id AND e.id <= NEW.id),
      'event', NEW.id, 'kind', NEW.kind, 'from', NEW.from_status, 'to', NEW.to_status, 'reason', NEW.reason,
      'piece', NEW.piece, 'promised', b.promised_day, 'priceKobo', m.price_kobo, 'paidKobo', m.paid_kobo,
      'occurredAt', NEW.occurred_at, 'receivedAt', NEW.received_at)), NEW.received_at, NEW.received_at
  FROM bookings b
  LEFT JOIN api_bookings a ON a.booking_id = b.id
  LEFT JOIN booking_balances m ON m.booking_id = b.id
  JOIN webhook_endpoints h ON h.enabled AND (
    (h.store_id IS NULL AND h.business_id IS NULL AND h.user_id = b.customer_id)
    OR h.business_id = (SELECT bb.business_id FROM business_bookings bb WHERE bb.booking_id = b.id)
    OR h.store_id = a.owner_id
    OR h.store_id = (SELECT o.store_id FROM orders o WHERE o.id = b.order_id))
  CROSS JOIN unnest(kinds) AS k(kind)
  WHERE b.id = NEW.booking_id AND h.events ? k.kind
    -- A member hears of the business while they are one, and a clerk hears of no money.
    AND (h.business_id IS NULL OR EXISTS (
      SELECT FROM business_members m WHERE m.user_id = h.user_id AND m.business_id = h.business_id
        AND (m.role <> 'clerk' OR k.kind NOT IN ('booking.price_set', 'payment.recorded'))));
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written > 0 THEN PERFORM pg_notify('ona_live', 'webhooks'); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_payout_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE written integer;
BEGIN
  INSERT INTO webhook_messages (endpoint_id, kind, body, created_at, next_try_at)
  SELECT h.id, 'settlement.paid', webhook_body('settlement.paid',
      jsonb_build_object('entry', NEW.id, 'kobo', -NEW.gross_kobo, 'at', NEW.at)), NEW.at, NEW.at
  FROM payees p
  JOIN webhook_endpoints h ON h.enabled
    AND ((h.store_id IS NULL AND h.business_id IS NULL AND h.user_id = p.customer_id) OR h.store_id = p.store_id)
  WHERE p.id = NEW.payee_id AND h.events ? 'settlement.paid';
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written > 0 THEN PERFORM pg_notify('ona_live', 'webhooks'); END IF;
  RETURN NULL;
END
$$;
