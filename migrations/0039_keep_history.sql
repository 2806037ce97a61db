CREATE INDEX "exceptions_unbooked" ON "exceptions" USING btree ("id") WHERE kind = 'to_complete';--> statement-breakpoint
CREATE INDEX "rider_deeds_unbooked" ON "rider_deeds" USING btree ("id") WHERE kind = 'picked_up_unbooked';--> statement-breakpoint
-- The database itself keeps what happened: it refuses to change or delete rows of a history or a ledger, but for what
-- erasure and retention take away. Each exception is a condition on stored data, or the function that makes it.

-- True if the sender or the receiver of the booking is erased.
CREATE FUNCTION is_erased(booking uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM bookings WHERE id = booking
    AND (sender_email = 'deleted-customer@account.invalid' OR sender_phone = 'Not kept' OR receiver_phone = 'Not kept'))
$$;--> statement-breakpoint

-- Events: what was written goes with the people of the booking, and after six years with the name of the author. The
-- author's name goes with the author's account.
CREATE FUNCTION keep_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  words CONSTANT text[] := '{note,changes,by_user_id,by_name}';
  is_old CONSTANT boolean := OLD.occurred_at < now() - interval '6 years';
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - words = to_jsonb(OLD) - words
    AND ((NEW.note, NEW.changes) IS NOT DISTINCT FROM (OLD.note, OLD.changes)
      OR coalesce(NEW.note, OLD.note) IS NOT DISTINCT FROM OLD.note
      AND coalesce(NEW.changes, OLD.changes) IS NOT DISTINCT FROM OLD.changes AND (is_old OR is_erased(OLD.booking_id))) THEN
    IF NEW.by_user_id IS NULL AND NOT EXISTS (SELECT FROM profiles WHERE id = OLD.by_user_id) AND OLD.by_user_id IS NOT NULL THEN
      NEW.by_name := 'Former staff';
      RETURN NEW;
    END IF;
    IF NEW.by_user_id IS NOT DISTINCT FROM OLD.by_user_id
      AND (NEW.by_name IS NOT DISTINCT FROM OLD.by_name OR NEW.by_name IS NULL AND is_old) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER booking_events_stay BEFORE UPDATE OR DELETE ON booking_events FOR EACH ROW EXECUTE FUNCTION keep_event();--> statement-breakpoint
CREATE TRIGGER booking_events_no_truncate BEFORE TRUNCATE ON booking_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- Hand-overs: the names go after six years. A hand-over goes only with its piece, and a piece only by change_pieces,
-- when its booking has fewer pieces.
CREATE OR REPLACE FUNCTION keep_custody() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM pieces WHERE id = OLD.piece_id) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.received_at < now() - interval '6 years' AND NEW.by_user_id IS NULL AND NEW.by_name = 'Not kept'
    AND to_jsonb(NEW) - '{by_user_id,by_name}'::text[] = to_jsonb(OLD) - '{by_user_id,by_name}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
DROP TRIGGER custody_entries_stay ON custody_entries;--> statement-breakpoint
CREATE TRIGGER custody_entries_stay BEFORE UPDATE OR DELETE ON custody_entries FOR EACH ROW EXECUTE FUNCTION keep_custody();--> statement-breakpoint
CREATE FUNCTION keep_piece() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM bookings WHERE id = OLD.booking_id AND pieces >= OLD.number) THEN
    RAISE EXCEPTION 'a piece of a booking is not deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER pieces_stay BEFORE DELETE ON pieces FOR EACH ROW EXECUTE FUNCTION keep_piece();--> statement-breakpoint

-- Deeds of phones: the text goes with the people in it, the row a year after it came.
CREATE OR REPLACE FUNCTION keep_deed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stack text;
BEGIN
  IF TG_OP = 'DELETE' AND OLD.received_at < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.body = '{}'::jsonb AND to_jsonb(NEW) - 'body' = to_jsonb(OLD) - 'body' THEN
    -- The stack names the functions that are running. A person in a parcel that nobody booked has no booking to look at.
    GET DIAGNOSTICS stack = PG_CONTEXT;
    IF stack ~ '(^|[^.[:alnum:]_])erase_phone\(' OR EXISTS (SELECT FROM unnest(OLD.booking_ids) id WHERE is_erased(id)) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
DROP TRIGGER rider_deeds_stay ON rider_deeds;--> statement-breakpoint
CREATE TRIGGER rider_deeds_stay BEFORE UPDATE OR DELETE ON rider_deeds FOR EACH ROW EXECUTE FUNCTION keep_deed();--> statement-breakpoint

-- Proofs: positions and calls go after a year, everything with the people of the booking, and names after six years.
CREATE OR REPLACE FUNCTION keep_proof() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  places CONSTANT text[] := '{latitude,longitude,accuracy,landmark,called_at}';
  words CONSTANT text[] := '{taken_by,note}';
  before_it CONSTANT jsonb := to_jsonb(OLD);
  after_it jsonb;
  gone text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    after_it := to_jsonb(NEW);
    gone := array(SELECT key FROM jsonb_each(before_it) WHERE value IS DISTINCT FROM after_it->key);
    IF gone <@ (places || words || '{by_user_id,by_name,forgotten_at}'::text[])
      AND NOT EXISTS (SELECT FROM unnest(gone) one WHERE one = ANY (places || words) AND after_it->>one IS NOT NULL)
      AND (NOT gone && places OR OLD.occurred_at < now() - interval '365 days' OR is_erased(OLD.booking_id))
      AND (NOT gone && (words || '{forgotten_at}'::text[]) OR is_erased(OLD.booking_id))
      AND (NOT gone && '{by_user_id,by_name}'::text[]
        OR OLD.received_at < now() - interval '6 years' AND NEW.by_user_id IS NULL AND NEW.by_name = 'Not kept') THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
DROP TRIGGER proofs_stay ON proofs;--> statement-breakpoint
CREATE TRIGGER proofs_stay BEFORE UPDATE OR DELETE ON proofs FOR EACH ROW EXECUTE FUNCTION keep_proof();--> statement-breakpoint

-- The accounts: after six years the name of who recorded a row goes.
CREATE OR REPLACE FUNCTION stay_cash() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  people CONSTANT text[] := '{by_user_id,by_name,approved_by_name,reason}';
  before_it jsonb := to_jsonb(OLD);
  after_it jsonb := to_jsonb(NEW);
BEGIN
  IF pg_trigger_depth() > 1 AND after_it - 'covered_at' = before_it - 'covered_at' THEN
    RETURN NEW;
  END IF;
  IF OLD.kind = 'deposit' AND OLD.bank_day IS NULL AND after_it - 'bank_day' = before_it - 'bank_day' THEN
    RETURN NEW;
  END IF;
  IF OLD.received_at < now() - interval '6 years' AND after_it - people = before_it - people
    AND NEW.by_user_id IS NULL AND NEW.by_name = 'Not kept'
    AND coalesce(NEW.approved_by_name, 'Not kept') = 'Not kept' AND coalesce(NEW.reason, 'Not kept') = 'Not kept' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before_it jsonb := to_jsonb(OLD);
  after_it jsonb := to_jsonb(NEW);
  words text[] := '{note,reference,paid_to}';
BEGIN
  IF pg_trigger_depth() > 1 AND after_it - words = before_it - words
     AND (after_it->>'note' IS NULL OR after_it->'note' = before_it->'note')
     AND (after_it->'reference' = before_it->'reference' OR after_it->>'reference' LIKE 'ERASED %')
     AND (after_it->'paid_to' IS NOT DISTINCT FROM before_it->'paid_to' OR after_it->>'paid_to' = right(before_it->>'paid_to', 9)) THEN
    RETURN NEW;
  END IF;
  IF OLD.at < now() - interval '6 years' AND NEW.by_user_id IS NULL AND NEW.by_name = 'Not kept'
     AND after_it - '{by_user_id,by_name}'::text[] = before_it - '{by_user_id,by_name}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.accepted_at IS NULL AND NEW.accepted_at IS NOT NULL
     AND to_jsonb(NEW) - 'accepted_at' = to_jsonb(OLD) - 'accepted_at' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 AND NEW.note IS NULL
     AND to_jsonb(NEW) - 'note' = to_jsonb(OLD) - 'note' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.at < now() - interval '6 years' AND NEW.by_user_id IS NULL AND NEW.by_name = 'Not kept'
     AND to_jsonb(NEW) - '{by_user_id,by_name}'::text[] = to_jsonb(OLD) - '{by_user_id,by_name}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a charge is never changed' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_published_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.published_at < now() - interval '6 years' AND NEW.published_by_name = 'Not kept'
     AND to_jsonb(NEW) - 'published_by_name' = to_jsonb(OLD) - 'published_by_name' THEN
    RETURN NEW;
  END IF;
  IF OLD.version IS NOT NULL THEN
    RAISE EXCEPTION 'a published price list is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;--> statement-breakpoint

-- Erases a person of whom only riders wrote, by phone: in parcels that nobody booked. It empties the deeds that have the
-- phone, and the notes of the exceptions about them that are closed. Returns how many rows had it. The digits may be
-- written with spaces and signs between them, with 0 or +234 before them.
CREATE FUNCTION erase_phone(phone text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  digits CONSTANT text := right(regexp_replace(phone, '[^0-9]', '', 'g'), 10);
  -- Not a part of a longer number.
  pattern CONSTANT text := '(^|[^0-9])([+]?234|0)?[ ()./-]*' || regexp_replace(left(digits, 9), '(.)', '\1[ ()./-]*', 'g') || right(digits, 1) || '([^0-9]|$)';
  done integer;
  noted integer;
BEGIN
  IF length(digits) < 10 THEN
    RETURN 0;
  END IF;
  UPDATE exceptions SET note = NULL, desk_note = NULL, details = NULL, close_note = NULL
    WHERE kind = 'to_complete' AND closed_at IS NOT NULL
      AND concat_ws(' ', note, desk_note, details, close_note) ~ pattern;
  GET DIAGNOSTICS noted = ROW_COUNT;
  UPDATE rider_deeds SET body = '{}' WHERE kind = 'picked_up_unbooked' AND body::text ~ pattern
    AND NOT EXISTS (SELECT FROM exceptions e WHERE e.subject = 'deed ' || deed_id AND e.closed_at IS NULL);
  GET DIAGNOSTICS done = ROW_COUNT;
  RETURN done + noted;
END $$;--> statement-breakpoint

-- A parcel that was picked up before it was booked has its people in that deed, too.
CREATE OR REPLACE FUNCTION forget_deeds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE rider_deeds SET body = '{}' WHERE booking_ids @> ARRAY[NEW.id] AND body <> '{}';
  IF NEW.receiver_phone <> OLD.receiver_phone AND NOT EXISTS (SELECT FROM bookings WHERE receiver_phone = OLD.receiver_phone) THEN
    PERFORM erase_phone(OLD.receiver_phone);
  END IF;
  IF NEW.sender_phone <> OLD.sender_phone AND NOT EXISTS (SELECT FROM bookings WHERE sender_phone = OLD.sender_phone) THEN
    PERFORM erase_phone(OLD.sender_phone);
  END IF;
  RETURN NULL;
END $$;
