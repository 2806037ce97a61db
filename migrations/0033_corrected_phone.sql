-- A corrected phone is another person's: who has the earlier number may not read the PIN, and the new one did not switch the
-- messages off.
CREATE OR REPLACE FUNCTION forget_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.receiver_phone <> 'Not kept' THEN
    INSERT INTO receiver_links (booking_id, generation) VALUES (NEW.id, 1)
      ON CONFLICT (booking_id) DO UPDATE SET generation = receiver_links.generation + 1, receiver_stopped = false;
  END IF;
  IF (EXISTS (SELECT FROM consents WHERE phone = OLD.receiver_phone) OR EXISTS (SELECT FROM remembered_places WHERE phone = OLD.receiver_phone))
    AND NOT EXISTS (SELECT FROM bookings WHERE receiver_phone = OLD.receiver_phone) THEN
    DELETE FROM remembered_places WHERE phone = OLD.receiver_phone AND consent_id IS NOT NULL;
    DELETE FROM consents WHERE phone = OLD.receiver_phone;
  END IF;
  RETURN NULL;
END $$;
