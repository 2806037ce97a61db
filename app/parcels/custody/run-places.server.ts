/** TRIP-16: the events that belong to a place of a piece on a run, of which it has several if it left and joined it again. */
import { sql } from "drizzle-orm";
import { bookingEvents, pieces, runPieces } from "../../platform/db/schema.ts";
import { notUndone } from "../../history/state-events.server.ts";

/**
 * The condition of the events that belong to a place: events of the piece, or of all pieces of its booking, on the run,
 * after the piece left its earlier places there.
 */
export const ofPlace = sql`${bookingEvents.bookingId} = ${pieces.bookingId} and ${bookingEvents.runId} = ${runPieces.runId}
  and (${bookingEvents.piece} is null or ${bookingEvents.piece} = ${pieces.number})
  and not exists (select from ${runPieces} earlier where earlier.run_id = ${runPieces.runId}
    and earlier.piece_id = ${runPieces.pieceId} and earlier.id < ${runPieces.id}
    and earlier.ended_at >= ${bookingEvents.occurredAt})`;

/** True if a failed attempt belongs to the place. */
export const attemptedThere = sql<boolean>`exists (select from ${bookingEvents}
  where ${ofPlace} and ${bookingEvents.kind} = 'attempted' and ${notUndone})`;
