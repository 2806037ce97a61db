-- When the person of a booking is erased (PROFILE-6, RUN-6), what staff wrote about its money goes too: notes, and references that
-- hold the person's name, email or phone. Days, amounts, methods and all other references stay. Only these triggers may do it: they
-- run inside an update of the booking or the payee, and the ledgers refuse every update that does not.
CREATE FUNCTION words_of(name text, email text, phone text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(word), '{}') FROM (
    SELECT upper(w) AS word FROM regexp_split_to_table(name, '[^[:alpha:]]+') w WHERE length(w) >= 3
    UNION SELECT upper(email) WHERE email <> ''
    UNION SELECT right(regexp_replace(phone, '[^0-9]', '', 'g'), 8) WHERE length(regexp_replace(phone, '[^0-9]', '', 'g')) >= 8
  ) words
$$;
--> statement-breakpoint
-- References of online payments and of rows of a statement are made by the product and hold no words.
CREATE FUNCTION erased_reference(method text, reference text, words text[], row_id text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN method <> 'online' AND reference NOT LIKE 'STATEMENT-%'
    AND (reference LIKE '%@%' OR EXISTS (SELECT FROM unnest(words) word WHERE strpos(upper(reference), word) > 0))
    THEN 'ERASED ' || row_id ELSE reference END
$$;
--> statement-breakpoint
CREATE FUNCTION erase_words_of_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  words text[] := words_of(OLD.sender_name, OLD.sender_email, OLD.sender_phone);
BEGIN
  UPDATE booking_charges SET note = NULL WHERE delivery_id = NEW.id AND note IS NOT NULL;
  UPDATE online_payments SET closed_note = NULL WHERE delivery_id = NEW.id AND closed_note IS NOT NULL;
  -- The note of a row of a statement says its day and place, and is read when the next statement is matched.
  UPDATE payments SET note = NULL WHERE delivery_id = NEW.id AND note NOT LIKE 'Bank statement, %';
  UPDATE settlement_entries SET note = NULL WHERE delivery_id = NEW.id AND note IS NOT NULL;
  UPDATE payments SET reference = erased_reference(method, reference, words, id::text)
    WHERE delivery_id = NEW.id AND reference <> erased_reference(method, reference, words, id::text);
  UPDATE settlement_entries SET reference = erased_reference(method, reference, words, id::text)
    WHERE delivery_id = NEW.id AND reference <> erased_reference(method, reference, words, id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION erase_words_of_payee() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  words text[] := words_of(coalesce(OLD.account_name, ''), '', '');
BEGIN
  UPDATE settlement_entries SET note = NULL WHERE payee_id = NEW.id AND note IS NOT NULL;
  UPDATE settlement_entries SET reference = erased_reference(method, reference, words, id::text)
    WHERE payee_id = NEW.id AND reference <> erased_reference(method, reference, words, id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 AND (NEW.note IS NULL OR NEW.note = OLD.note)
     AND (NEW.reference IS NOT DISTINCT FROM OLD.reference OR NEW.reference LIKE 'ERASED %')
     AND to_jsonb(NEW) - '{note,reference}'::text[] = to_jsonb(OLD) - '{note,reference}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
DROP TRIGGER payments_append_only ON payments;
--> statement-breakpoint
DROP TRIGGER settlement_entries_append_only ON settlement_entries;
--> statement-breakpoint
-- What was written about people who were erased before there were these triggers.
UPDATE online_payments SET closed_note = NULL FROM deliveries d
  WHERE d.id = delivery_id AND d.sender_email = 'deleted-customer@account.invalid' AND closed_note IS NOT NULL;
--> statement-breakpoint
UPDATE payments SET note = NULL FROM deliveries d
  WHERE d.id = delivery_id AND d.sender_email = 'deleted-customer@account.invalid' AND note NOT LIKE 'Bank statement, %';
--> statement-breakpoint
UPDATE settlement_entries e SET note = NULL FROM payees p
  WHERE p.id = e.payee_id AND p.customer_id IS NULL AND p.partner_id IS NULL AND note IS NOT NULL;
--> statement-breakpoint
UPDATE settlement_entries e SET note = NULL FROM deliveries d
  WHERE d.id = e.delivery_id AND d.sender_email = 'deleted-customer@account.invalid' AND e.note IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER payments_append_only BEFORE DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payments_stay BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION keep_ledger();
--> statement-breakpoint
CREATE TRIGGER settlement_entries_append_only BEFORE DELETE OR TRUNCATE ON settlement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER settlement_entries_stay BEFORE UPDATE ON settlement_entries FOR EACH ROW EXECUTE FUNCTION keep_ledger();
--> statement-breakpoint
DROP TRIGGER booking_charges_stay ON booking_charges;
--> statement-breakpoint
UPDATE booking_charges SET note = NULL FROM deliveries d
  WHERE d.id = delivery_id AND d.sender_email = 'deleted-customer@account.invalid' AND note IS NOT NULL;
--> statement-breakpoint
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
  RAISE EXCEPTION 'a charge is never changed' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER booking_charges_stay BEFORE UPDATE OR DELETE ON booking_charges
  FOR EACH ROW EXECUTE FUNCTION keep_charge();
--> statement-breakpoint
CREATE TRIGGER deliveries_erase_words AFTER UPDATE OF sender_email ON deliveries FOR EACH ROW
  WHEN (NEW.sender_email = 'deleted-customer@account.invalid' AND OLD.sender_email <> NEW.sender_email)
  EXECUTE FUNCTION erase_words_of_booking();
--> statement-breakpoint
CREATE TRIGGER payees_erase_words AFTER UPDATE ON payees FOR EACH ROW
  WHEN (NEW.customer_id IS NULL AND NEW.partner_id IS NULL AND num_nonnulls(OLD.customer_id, OLD.partner_id) > 0)
  EXECUTE FUNCTION erase_words_of_payee();
