-- A receiver's words that they expect no parcel go with the receiver, as those of their choices do.
CREATE OR REPLACE FUNCTION forget_choices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receiver_choices SET taker_name = NULL, taker_phone = NULL, words = NULL
    WHERE booking_id = NEW.id AND coalesce(taker_name, taker_phone, words) IS NOT NULL;
  UPDATE attempt_answers SET words = NULL WHERE booking_id = NEW.id AND words IS NOT NULL;
  UPDATE booking_events SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL AND (kind IN
    ('person_named', 'landmark_given', 'refusal_announced', 'rider_note', 'choice_ended', 'attempt_confirmed', 'attempt_denied')
    OR kind = 'noted' AND note LIKE 'Not expected, the receiver says.%');
  UPDATE exceptions SET note = NULL WHERE booking_id = NEW.id AND note IS NOT NULL AND kind IN ('attempt_denied', 'refused_ahead', 'not_expected');
  RETURN NULL;
END $$;--> statement-breakpoint
-- A corrected phone is another person's: they did not switch the messages off.
CREATE OR REPLACE FUNCTION forget_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receiver_links SET receiver_stopped = false WHERE booking_id = NEW.id AND receiver_stopped;
  IF (EXISTS (SELECT FROM consents WHERE phone = OLD.receiver_phone) OR EXISTS (SELECT FROM remembered_places WHERE phone = OLD.receiver_phone))
    AND NOT EXISTS (SELECT FROM bookings WHERE receiver_phone = OLD.receiver_phone) THEN
    DELETE FROM remembered_places WHERE phone = OLD.receiver_phone AND consent_id IS NOT NULL;
    DELETE FROM consents WHERE phone = OLD.receiver_phone;
  END IF;
  RETURN NULL;
END $$;
