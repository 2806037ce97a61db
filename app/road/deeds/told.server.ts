/**
 * DEED-13: riders' reports about pieces that, by the records, another person has. Such a report changes only two
 * things. It adds to the cash 'told, not confirmed' of the rider's account (CASH-13), and opens the exception that asks
 * about the report (EXC-9).
 */
import { and, arrayContains, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import {
  acts,
  bookingEvents,
  custodyEntries,
  pieces,
  riderDeeds,
  toldPieces,
} from "../../platform/db/schema.ts";
import type { TOLD_ENDS } from "../../domain/deeds.ts";
import type { AtDoor, Deed, DeedKind, Did } from "./protocol.ts";
import type { DeedWork } from "./deed-work.server.ts";
import { byRef, piecesOfDeed, refsOfDid, type KnownPiece } from "./find-pieces.server.ts";
import { readDeed } from "./read-deed.ts";

export const stillWaits = isNull(toldPieces.endedAt);

/**
 * Returns what a deed did at a door; for a correction, what replaces the wrong deed. Null if the deed did nothing at a
 * door.
 */
export function atDoorOf(did: Did): AtDoor | null {
  if (did.kind === "corrected") return did.to;
  return did.kind === "delivered" || did.kind === "attempted" || did.kind === "picked_up" ? did : null;
}

/** Returns the kind of a deed; for a correction, the kind of the deed that replaces the wrong one. */
export const toldKind = (did: Did): DeedKind => atDoorOf(did)?.kind ?? did.kind;

export const pinOfDeed = (did: Did): string | null => {
  const at = atDoorOf(did);
  return at?.kind === "delivered" ? at.proof.pin : null;
};

/** Returns the cash that, according to the deed, was taken for a booking, in kobo. */
function cashFor(did: Did, bookingId: string): number {
  if (did.kind === "picked_up_unbooked") return did.takenKobo;
  const at = atDoorOf(did);
  const took = at && "took" in at ? at.took : [];
  return took
    .filter(({ booking, method }) => booking === bookingId && method === "cash")
    .reduce((sum, { takenKobo }) => sum + takenKobo, 0);
}

/**
 * Stores that the deed waits for confirmation, with one row for each piece that is not the rider's. For an unbooked
 * parcel that a revoked phone reported, there is one row without a piece.
 */
export async function storeTold(deedWork: DeedWork): Promise<void> {
  const { tx, at, actor, deed, occurredAt, told, pins, counted: own } = deedWork;
  const { did } = deed;
  const counted = new Set(own);
  const pieces = deedWork.waitsUnbooked ? [null] : [...told];
  if (pieces.length === 0) return;
  const rows = pieces.map((piece) => {
    const bookingId = piece?.bookingId ?? null;
    // The money of a booking is noted only once, and not if the deed already takes effect for a piece of the
    // booking.
    const kobo = bookingId !== null && counted.has(bookingId) ? 0 : cashFor(did, bookingId ?? "");
    if (bookingId !== null) counted.add(bookingId);
    const pin = pinOfDeed(did) === null ? null : (pins.get(bookingId ?? "") ?? ("unchecked" as const));
    return {
      ...{ deedId: deed.id, riderId: actor.id, deviceId: actor.deviceId, kind: toldKind(did) },
      ...{ pieceId: piece?.pieceId ?? null, bookingId, kobo, pin, occurredAt, receivedAt: at },
      otherId: "rider" in did ? did.rider : null,
    };
  });
  await tx.insert(toldPieces).values(rows);
}

/** Marks these deeds, or these rows, as no longer waiting. */
export async function endTold(
  tx: Tx,
  which: { deedIds: readonly string[] } | { ids: readonly number[] },
  ended: (typeof TOLD_ENDS)[number],
  at: Date,
): Promise<void> {
  const those =
    "ids" in which
      ? sql`${toldPieces.id} = any(${sql.param([...which.ids])}::bigint[])`
      : sql`${toldPieces.deedId} = any(${sql.param([...which.deedIds])}::uuid[])`;
  await tx.update(toldPieces).set({ ended, endedAt: at }).where(and(stillWaits, those));
}

/** Returns the reason why a deed that waited can no longer be undone. Null if the deed still waits, or never waited. */
export async function countedSince(tx: Tx, deedId: string): Promise<string | null> {
  const counted = await tx.$count(
    toldPieces,
    and(eq(toldPieces.deedId, deedId), eq(toldPieces.ended, "confirmed")),
  );
  return counted > 0 ? "it was confirmed" : null;
}

const DAY_MS = 24 * 3_600_000;
/** The number of days within which a phone must send its deeds. This also holds for a revoked phone (DEED-5). */
const DAYS = 7;

/**
 * DEED-15: when a deed arrives, only a limited number of codes of other people's pieces is looked up. A deed whose code
 * was not looked up does not wait for its piece. This function makes up for that when another rider reports giving
 * pieces to the riders `riderIds`: it finds recent deeds of these riders that name pieces in `known`, and stores that
 * the deeds wait until the other side or dispatch confirms them.
 */
export async function tellUnread(
  { tx, at }: { tx: Tx; at: Date },
  riderIds: readonly string[],
  known: readonly KnownPiece[],
): Promise<void> {
  if (riderIds.length === 0 || known.length === 0) return;
  const undone = sql`exists (select from ${riderDeeds} u where u.about = ${riderDeeds.deedId} and u.rider_id = ${riderDeeds.riderId})`;
  const stored = await tx
    .select()
    .from(riderDeeds)
    .where(
      and(
        inArray(riderDeeds.riderId, [...riderIds]),
        gt(riderDeeds.receivedAt, new Date(at.getTime() - DAYS * DAY_MS)),
        arrayContains(riderDeeds.flags, ["not_yours"]),
        sql`not ${undone}`,
      ),
    );
  const deedIds = stored.map(({ deedId }) => deedId);
  const told = await tx
    .select({ deedId: toldPieces.deedId, pieceId: toldPieces.pieceId })
    .from(toldPieces)
    .where(inArray(toldPieces.deedId, deedIds));
  const done = await doneBy(tx, deedIds, known);
  const isTold = new Set([...told, ...done].map(({ deedId, pieceId }) => `${deedId} ${pieceId}`));
  const rows = stored.flatMap(({ deedId, riderId, deviceId, occurredAt, receivedAt, body }) => {
    const read = readDeed(body);
    if (read.is !== "deed") return [];
    const kind = toldKind(read.deed.did);
    return namedPieces(read.deed, known)
      .filter(({ pieceId }) => !isTold.has(`${deedId} ${pieceId}`))
      .map(({ pieceId, bookingId }) => ({
        ...{ deedId, riderId, deviceId, kind, pieceId, bookingId, occurredAt, receivedAt },
      }));
  });
  if (rows.length > 0) await tx.insert(toldPieces).values(rows);
}

/** Returns each pair of a deed and a piece if the deed has already taken effect on the piece. */
async function doneBy(
  tx: Tx,
  deedIds: readonly string[],
  known: readonly KnownPiece[],
): Promise<{ deedId: string; pieceId: string }[]> {
  const ids = sql`any(${sql.param(known.map(({ pieceId }) => pieceId))}::uuid[])`;
  const deeds = sql`any(${sql.param([...deedIds])}::uuid[])`;
  const { rows } = await tx.execute<{ deedId: string; pieceId: string }>(sql`
    select a.deed_id as "deedId", c.piece_id as "pieceId" from ${acts} a join ${custodyEntries} c on c.act_id = a.id
      where a.deed_id = ${deeds} and c.piece_id = ${ids}
    union select a.deed_id, p.id from ${acts} a join ${bookingEvents} e on e.act_id = a.id
      join ${pieces} p on p.booking_id = e.booking_id and (e.piece is null or e.piece = p.number)
      where a.deed_id = ${deeds} and p.id = ${ids}`);
  return rows;
}

const namedPieces = (deed: Deed, known: readonly KnownPiece[]): KnownPiece[] =>
  piecesOfDeed(deed, { pieces: byRef(refsOfDid(deed.did), known) });
