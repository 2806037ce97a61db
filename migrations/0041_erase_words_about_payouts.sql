-- The name of a payee's bank is typed by the payee. Of a payout to somebody who was erased the last four digits stay.
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
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION erase_words_of_payee() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  words text[] := words_of(coalesce(OLD.account_name, ''), '', '');
BEGIN
  UPDATE settlement_entries SET note = NULL WHERE payee_id = NEW.id AND note IS NOT NULL;
  UPDATE settlement_entries SET paid_to = right(paid_to, 9) WHERE payee_id = NEW.id AND length(paid_to) > 9;
  UPDATE settlement_entries SET reference = erased_reference(method, reference, words, id::text)
    WHERE payee_id = NEW.id AND reference <> erased_reference(method, reference, words, id::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Money that is still owed is paid out after the person is erased: then the words go with the bank account.
DROP TRIGGER payees_erase_words ON payees;
--> statement-breakpoint
CREATE TRIGGER payees_erase_words AFTER UPDATE ON payees FOR EACH ROW
  WHEN (NEW.customer_id IS NULL AND NEW.partner_id IS NULL
    AND (num_nonnulls(OLD.customer_id, OLD.partner_id) > 0 OR OLD.account_name IS NOT NULL AND NEW.account_name IS NULL))
  EXECUTE FUNCTION erase_words_of_payee();
