/**
 * TRIP-16: the place of a piece on a run. A piece that left a run and joined it again has several places there, of
 * which the newest counts.
 */
import { sql } from "drizzle-orm";
import { bookingEvents, pieces, runPieces } from "../../platform/db/schema.ts";
import { notUndone } from "../../history/state-events.server.ts";

/** The condition that the piece has no newer place on its run. */
export const newestPlace = sql`not exists (select from ${runPieces} newer where newer.run_id = ${runPieces.runId}
  and newer.piece_id = ${runPieces.pieceId} and newer.id > ${runPieces.id})`;

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
