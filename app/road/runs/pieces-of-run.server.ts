/** Reads the pieces of a run with their bookings and destinations, and their events (TRIP-8). */
import { and, desc, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces, runPieces } from "../../platform/db/schema.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { EventAtTime } from "../../history/events.server.ts";
import type { LockedRun } from "./lock-run.server.ts";

export type PieceOfRun = Awaited<ReturnType<typeof piecesOfRun>>[number];

/**
 * Reads the pieces of a run in stop order. `more`: a further condition. A piece that was put on the run several times
 * is returned once, with its newest row.
 */
export async function piecesOfRun(tx: Pick<Tx, "selectDistinctOn">, runId: string, more: SQL = sql`true`) {
  const rows = await tx
    .selectDistinctOn([runPieces.pieceId], {
      rowId: runPieces.id,
      ...pieceColumns,
      holderKind: pieces.holderKind,
      holderId: pieces.holderId,
      returning: runPieces.returning,
      stop: runPieces.stop,
      loadedAt: runPieces.loadedAt,
      loadedBy: runPieces.loadedBy,
      extra: runPieces.extra,
      outcome: runPieces.outcome,
      endedAt: runPieces.endedAt,
      status: bookings.status,
      createdAt: bookings.createdAt,
    })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(and(eq(runPieces.runId, runId), more))
    .orderBy(runPieces.pieceId, desc(runPieces.id));
  return rows.toSorted((a, b) => a.stop - b.stop || a.rowId - b.rowId);
}

/** Removes pieces from the runs on which they are. */
export async function endPlaces(
  tx: Tx,
  rows: readonly PieceOfRun[],
  outcome: "missing" | "removed",
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ rowId }) => rowId);
  await tx.update(runPieces).set({ outcome, endedAt: at }).where(inArray(runPieces.id, ids));
}

export const isStillOnRun = isNull(runPieces.endedAt);
export const loaded = sql`${runPieces.loadedAt} is not null`;

export const pieceColumns = {
  pieceId: pieces.id,
  number: pieces.number,
  bookingId: bookings.id,
  code: bookings.trackingCode,
  pieces: bookings.pieces,
};

/**
 * Returns the columns of the person and place where the run stops for a booking: the sender's if `atSender`, otherwise
 * the receiver's.
 */
export function placeColumns(atSender: SQL | boolean) {
  const of = <Text extends string | null>(sender: SQL, receiver: SQL): SQL<Text> => {
    if (typeof atSender === "boolean") return (atSender ? sender : receiver) as SQL<Text>;
    return sql<Text>`case when ${atSender} then ${sender} else ${receiver} end`;
  };
  return {
    name: of<string>(sql`${bookings.senderName}`, sql`${bookings.receiverName}`),
    phone: of<string>(sql`${bookings.senderPhone}`, sql`${bookings.receiverPhone}`),
    address: of<string>(sql`${bookings.senderAddress}`, sql`${bookings.receiverAddress}`),
    town: of<string | null>(sql`${bookings.senderTown}`, sql`${bookings.receiverTown}`),
    state: of<string>(sql`${bookings.senderState}`, sql`${bookings.receiverState}`),
  };
}

/** Makes a deed about one piece of a run. The deed's hub is the hub from which the run leaves. */
export const deedOf = (
  { bookingId, number }: Pick<PieceOfRun, "bookingId" | "number">,
  { kind, run, occurredAt }: { kind: EventKind; run: LockedRun; occurredAt: Date },
): EventAtTime => ({ bookingId, piece: number, kind, occurredAt, hubId: run.hubId, runId: run.id });

export const codesOf = (done: ReadonlyMap<string, { code: string }> | null): string[] =>
  done ? [...done.values()].map(({ code }) => code) : [];
