CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"store_id" uuid,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"sealed_before" "bytea",
	"before_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_url" CHECK (length("webhook_endpoints"."url") between 8 and 500)
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"booking_id" uuid,
	"facts" jsonb NOT NULL,
	"body" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_messages_kind" CHECK ("webhook_messages"."kind" in ('booking.status_changed', 'booking.created', 'booking.event_added', 'booking.price_set', 'payment.recorded', 'settlement.paid', 'ping'))
);
--> statement-breakpoint
CREATE TABLE "webhook_tries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_tries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"problem" text,
	"ms" integer NOT NULL,
	"answer" text
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_tries" ADD CONSTRAINT "webhook_tries_message_id_webhook_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."webhook_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_user" ON "webhook_endpoints" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_store" ON "webhook_endpoints" USING btree ("store_id");--> statement-breakpoint
CREATE INDEX "webhook_messages_due" ON "webhook_messages" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_messages_endpoint" ON "webhook_messages" USING btree ("endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_messages_booking" ON "webhook_messages" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "webhook_messages_created" ON "webhook_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_tries_message" ON "webhook_tries" USING btree ("message_id","id");--> statement-breakpoint
-- HOOK-2: writes the messages of an event to the endpoints of the booking's owner, when the transaction of the event
-- commits, so that they hold what is true then. Nothing else writes messages about bookings.
CREATE FUNCTION note_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
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
  INSERT INTO webhook_messages (endpoint_id, kind, booking_id, facts, created_at, next_try_at)
  SELECT h.id, k.kind, b.id, jsonb_build_object(
      'code', b.tracking_code, 'reference', a.reference,
      'sequence', (SELECT count(*) FROM booking_events e WHERE e.booking_id = b.id AND e.id <= NEW.id),
      'event', NEW.id, 'kind', NEW.kind, 'from', NEW.from_status, 'to', NEW.to_status, 'reason', NEW.reason,
      'piece', NEW.piece, 'promised', b.estimated_delivery, 'priceKobo', m.price_kobo, 'paidKobo', m.paid_kobo,
      'occurredAt', NEW.occurred_at, 'receivedAt', NEW.received_at), NEW.received_at, NEW.received_at
  FROM bookings b
  LEFT JOIN api_bookings a ON a.booking_id = b.id
  LEFT JOIN booking_balances m ON m.booking_id = b.id
  JOIN webhook_endpoints h ON h.enabled AND (
    (h.store_id IS NULL AND h.user_id = b.customer_id)
    OR h.store_id = a.owner_id
    OR h.store_id = (SELECT o.store_id FROM orders o WHERE o.id = b.order_id))
  CROSS JOIN unnest(kinds) AS k(kind)
  WHERE b.id = NEW.booking_id AND h.events ? k.kind;
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written > 0 THEN PERFORM pg_notify('ona_live', 'webhooks'); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_webhooks AFTER INSERT ON booking_events DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.kind NOT IN ('noted', 'incident')) EXECUTE FUNCTION note_webhooks();
--> statement-breakpoint
-- HOOK-2: the message about a payout, to the endpoints of its payee.
CREATE FUNCTION note_payout_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE written integer;
BEGIN
  INSERT INTO webhook_messages (endpoint_id, kind, facts, created_at, next_try_at)
  SELECT h.id, 'settlement.paid', jsonb_build_object('entry', NEW.id, 'kobo', -NEW.gross_kobo, 'at', NEW.at), NEW.at, NEW.at
  FROM payees p
  JOIN webhook_endpoints h ON h.enabled
    AND ((h.store_id IS NULL AND h.user_id = p.customer_id) OR h.store_id = p.store_id)
  WHERE p.id = NEW.payee_id AND h.events ? 'settlement.paid';
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written > 0 THEN PERFORM pg_notify('ona_live', 'webhooks'); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_payout_webhooks AFTER INSERT ON settlement_entries
  FOR EACH ROW WHEN (NEW.kind = 'paid_out') EXECUTE FUNCTION note_payout_webhooks();
