-- Staff correct or remove an amount to collect until the booking is delivered or something of it is collected. Its payee and its
-- handling stay as they were.
CREATE OR REPLACE FUNCTION keep_collection_terms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  correctable boolean := OLD.collected_kobo = 0 AND NOT EXISTS (
    SELECT FROM deliveries d WHERE d.id = OLD.delivery_id AND d.status = 'delivered'
  );
BEGIN
  IF TG_OP = 'DELETE' AND correctable THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW.amount_kobo = OLD.amount_kobo OR correctable)
     AND (NEW.delivery_id, NEW.payee_id, NEW.handling_per_mille, NEW.handling_minimum_kobo)
     = (OLD.delivery_id, OLD.payee_id, OLD.handling_per_mille, OLD.handling_minimum_kobo) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an amount to collect is not changed any more' USING ERRCODE = 'restrict_violation';
END
$$;
