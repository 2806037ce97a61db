-- HOOK-2: the public words of an event, as wordsOf() has them: a test compares the two.
CREATE FUNCTION webhook_words(kind text, reason text, to_status text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN reason = 'nobody_home' THEN 'Nobody was home to receive the parcel.'
    WHEN reason = 'phone_not_answered' THEN 'The receiver''s phone was not answered.'
    WHEN reason = 'address_not_found' THEN 'We could not find the delivery address.'
    WHEN reason = 'refused' THEN 'The receiver did not accept the parcel.'
    WHEN reason = 'refused_after_opening' THEN 'The receiver looked inside and did not accept the parcel.'
    WHEN reason = 'wrong_item' THEN 'The receiver says that the item is not the one they ordered.'
    WHEN reason = 'another_day' THEN 'The receiver asked for another day.'
    WHEN reason = 'place_closed' THEN 'The delivery address was closed.'
    WHEN reason = 'could_not_pay' THEN 'The receiver could not pay the amount to collect.'
    WHEN reason = 'damaged' THEN 'The parcel was damaged on the way. We are sorry.'
    WHEN reason = 'lost' THEN 'We cannot find the parcel at the moment. We are sorry, and we are looking for it.'
    WHEN reason = 'area_unsafe' THEN 'The area was not safe for our rider.'
    WHEN reason = 'vehicle_broke_down' THEN 'Our vehicle broke down.'
    WHEN reason = 'held_by_authorities' THEN 'The authorities stopped our vehicle.'
    WHEN reason = 'weather' THEN 'The weather did not allow delivery.'
    WHEN reason = 'other' THEN 'We could not deliver the parcel this time.'
    WHEN reason = 'cancelled' THEN 'The sender cancelled this parcel.'
    WHEN kind = 'booked' THEN 'Booked'
    WHEN kind = 'undone' THEN 'Undone'
    WHEN kind = 'picked_up' THEN 'Picked up'
    WHEN kind = 'arrived_at_hub' THEN 'Arrived at our office'
    WHEN kind = 'left_hub' THEN 'Left our office'
    WHEN kind = 'out_for_delivery' THEN 'Out for delivery'
    WHEN kind = 'attempted' THEN 'Delivery attempted'
    WHEN kind = 'rescheduled' THEN 'Delivery on another day'
    WHEN kind = 'held_for_collection' THEN 'Ready to collect at our office'
    WHEN kind = 'delivered' THEN 'Delivered'
    WHEN kind = 'return_started' THEN 'Going back to the sender'
    WHEN kind = 'returned' THEN 'Returned to the sender'
    WHEN kind = 'cancelled' THEN 'Cancelled by the sender'
    WHEN kind = 'incident' THEN 'Incident'
    WHEN kind = 'corrected' THEN 'Details corrected'
    WHEN kind = 'price_set' THEN 'Price set'
    WHEN kind = 'price_accepted' THEN 'Price accepted'
    WHEN kind = 'paid' THEN 'Payment'
    WHEN kind = 'not_received' THEN 'Not received, the receiver says'
    WHEN kind = 'claim_opened' THEN 'Claim opened'
    WHEN kind = 'claim_decided' THEN 'Claim decided'
    WHEN kind = 'day_chosen' THEN 'Receiver chose another day'
    WHEN kind = 'hold_chosen' THEN 'Receiver will collect it'
    WHEN kind = 'person_named' THEN 'Receiver named who takes it'
    WHEN kind = 'landmark_given' THEN 'Landmark from the receiver'
    WHEN kind = 'refusal_announced' THEN 'Receiver does not want it'
    WHEN kind = 'rider_note' THEN 'Note to the rider from the receiver'
    WHEN kind = 'choice_ended' THEN 'Receiver''s choice taken back'
    WHEN kind = 'attempt_confirmed' THEN 'Receiver confirmed the attempt'
    WHEN kind = 'attempt_denied' THEN 'Receiver denied the attempt'
    WHEN kind = 'day_moved' THEN 'New delivery day'
    WHEN kind = 'noted' THEN 'Team note'
    WHEN to_status = 'pending' THEN 'Pending'
    WHEN to_status = 'in_transit' THEN 'In Transit'
    WHEN to_status = 'delivered' THEN 'Delivered'
    WHEN to_status = 'failed' THEN 'Failed'
  END
$$;
--> statement-breakpoint
CREATE FUNCTION webhook_time(at text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(at::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
CREATE FUNCTION webhook_naira(kobo jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(kobo) = 'number' THEN jsonb_build_object('amount', kobo, 'currency', 'NGN') ELSE 'null'::jsonb END
$$;
--> statement-breakpoint
-- HOOK-2: the body of a message from what it tells. It is frozen in the transaction of the event.
CREATE FUNCTION webhook_body(message text, f jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('type', message, 'timestamp', webhook_time(coalesce(f->>'receivedAt', f->>'at')), 'data', CASE
    WHEN message = 'ping' THEN '{}'::jsonb
    WHEN message = 'settlement.paid' THEN jsonb_build_object('id', f->'entry', 'amount', webhook_naira(f->'kobo'))
    ELSE jsonb_build_object(
        'code', f->'code', 'reference', f->'reference', 'sequence', f->'sequence',
        'event', jsonb_build_object('id', f->'event', 'kind', f->'kind', 'piece', f->'piece',
          'text', coalesce(webhook_words(f->>'kind', f->>'reason', f->>'to'), f->>'kind')),
        'status', f->'to', 'previous_status', f->'from',
        'reason', CASE WHEN f->>'reason' IS NOT NULL
          THEN jsonb_build_object('code', f->'reason', 'text', webhook_words(NULL, f->>'reason', NULL)) END,
        'promised_day', lagos_day((f->>'promised')::timestamptz),
        'occurred_at', webhook_time(f->>'occurredAt'), 'received_at', webhook_time(f->>'receivedAt'))
      || CASE message WHEN 'booking.price_set' THEN jsonb_build_object('price', webhook_naira(f->'priceKobo'))
           WHEN 'payment.recorded' THEN jsonb_build_object('paid', webhook_naira(f->'paidKobo')) ELSE '{}'::jsonb END
    END)::text
$$;
--> statement-breakpoint
UPDATE webhook_messages SET body = webhook_body(kind, facts) WHERE body IS NULL;
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
CREATE OR REPLACE FUNCTION note_payout_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE written integer;
BEGIN
  INSERT INTO webhook_messages (endpoint_id, kind, body, created_at, next_try_at)
  SELECT h.id, 'settlement.paid', webhook_body('settlement.paid',
      jsonb_build_object('entry', NEW.id, 'kobo', -NEW.gross_kobo, 'at', NEW.at)), NEW.at, NEW.at
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
ALTER TABLE "webhook_messages" ALTER COLUMN "body" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_messages" DROP COLUMN "facts";