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
ALTER TABLE "bank_rows" ADD COLUMN "credit_id" bigint;--> statement-breakpoint
ALTER TABLE "business_agreements" ADD COLUMN "document" jsonb;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "rows_a_day" integer DEFAULT 2000 NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "business_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "business_id" uuid;--> statement-breakpoint
ALTER TABLE "business_online_payments" ADD CONSTRAINT "business_online_payments_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "business_online_payments_one_starting" ON "business_online_payments" USING btree ("business_id") WHERE state = 'open' and checkout_url is null;--> statement-breakpoint
CREATE INDEX "business_online_payments_due" ON "business_online_payments" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "business_online_payments_business" ON "business_online_payments" USING btree ("business_id","created_at");--> statement-breakpoint
ALTER TABLE "bank_rows" ADD CONSTRAINT "bank_rows_credit_id_business_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."business_credits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_rows_credit" ON "bank_rows" USING btree ("credit_id") WHERE credit_id is not null;--> statement-breakpoint
CREATE INDEX "api_keys_business" ON "api_keys" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_business" ON "webhook_endpoints" USING btree ("business_id");--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_rows_a_day" CHECK ("businesses"."rows_a_day" between 0 and 100000);--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_one_owner" CHECK (num_nonnulls("api_keys"."store_id", "api_keys"."business_id") <= 1);--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_one_owner" CHECK (num_nonnulls("webhook_endpoints"."store_id", "webhook_endpoints"."business_id") <= 1);--> statement-breakpoint
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
