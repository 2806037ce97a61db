-- A piece that its rider could not pick up has an outcome of its own. Before, it looked like a piece that dispatch
-- removed, so the rider's phone said so, and the rider could not undo the entry.
ALTER TABLE "run_pieces" DROP CONSTRAINT "run_pieces_outcome";--> statement-breakpoint
ALTER TABLE "run_pieces" ADD CONSTRAINT "run_pieces_outcome" CHECK ("run_pieces"."outcome" in ('delivered', 'picked_up', 'arrived', 'returned_to_hub', 'not_picked_up', 'removed', 'moved', 'missing'));--> statement-breakpoint
UPDATE run_pieces SET outcome = 'not_picked_up'
FROM pieces, booking_events e
WHERE run_pieces.outcome = 'removed' AND pieces.id = run_pieces.piece_id AND e.booking_id = pieces.booking_id
  AND coalesce(e.piece, pieces.number) = pieces.number AND e.run_id = run_pieces.run_id AND e.kind = 'noted' AND e.occurred_at = run_pieces.ended_at
  AND e.note LIKE 'Not picked up on %';
