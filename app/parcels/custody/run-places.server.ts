/** TRIP-16: the events of a piece's place on a run. A piece that left and came back has several places. */
import { sql } from "drizzle-orm";
import { bookingEvents, pieces, runPieces } from "../../platform/db/schema.ts";
import { notUndone } from "../../history/state-events.server.ts";

/** Selects a run's events about the piece or its booking, after the end of the piece's earlier places. */
export const ofPlace = sql`${bookingEvents.bookingId} = ${pieces.bookingId} and ${bookingEvents.runId} = ${runPieces.runId}
  and (${bookingEvents.piece} is null or ${bookingEvents.piece} = ${pieces.number})
  and not exists (select from ${runPieces} earlier where earlier.run_id = ${runPieces.runId}
    and earlier.piece_id = ${runPieces.pieceId} and earlier.id < ${runPieces.id}
    and earlier.ended_at >= ${bookingEvents.occurredAt})`;

export const attemptedThere = sql<boolean>`exists (select from ${bookingEvents}
  where ${ofPlace} and ${bookingEvents.kind} = 'attempted' and ${notUndone})`;
