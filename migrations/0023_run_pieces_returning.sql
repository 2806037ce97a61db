ALTER TABLE "run_pieces" ADD COLUMN "returning" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE run_pieces SET "returning" = true FROM pieces
WHERE pieces.id = run_pieces.piece_id AND pieces.returning AND EXISTS (
  SELECT FROM booking_events e WHERE e.booking_id = pieces.booking_id AND e.kind = 'return_started' AND e.occurred_at <= run_pieces.assigned_at);--> statement-breakpoint
CREATE FUNCTION note_returning() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT "returning" INTO NEW.returning FROM pieces WHERE id = NEW.piece_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER run_pieces_returning BEFORE INSERT ON run_pieces FOR EACH ROW EXECUTE FUNCTION note_returning();
