/** TRIP-16: the events of a piece's place on a run. A piece that left the run and came back has a new place. */
import { sql } from "drizzle-orm";
import { bookingEvents, pieces, runPieces } from "../../platform/db/schema.ts";
import { notUndone } from "../../history/state-events.server.ts";

/**
 * Selects the events of one place: the run's events about the piece or its whole booking. Leaves out events from before
 * the end of an earlier place that the piece had on the same run.
 */
export const ofPlace = sql`${bookingEvents.bookingId} = ${pieces.bookingId} and ${bookingEvents.runId} = ${runPieces.runId}
  and (${bookingEvents.piece} is null or ${bookingEvents.piece} = ${pieces.number})
  and not exists (select from ${runPieces} earlier where earlier.run_id = ${runPieces.runId}
    and earlier.piece_id = ${runPieces.pieceId} and earlier.id < ${runPieces.id}
    and earlier.ended_at >= ${bookingEvents.occurredAt})`;

export const attemptedThere = sql<boolean>`exists (select from ${bookingEvents}
  where ${ofPlace} and ${bookingEvents.kind} = 'attempted' and ${notUndone})`;
