/**
 * DEED-13: what riders told about pieces that the record does not give them. It changes nothing, but for the cash 'told, not
 * confirmed' of a rider's account (CASH-13) and the exception that asks for it (EXC-9).
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { toldPieces } from "../../platform/db/schema.ts";
import type { TOLD_ENDS } from "../../domain/deeds.ts";
import type { AtDoor, DeedKind, Did } from "./protocol.ts";
import type { Taking } from "./taking.server.ts";

export const stillWaits = isNull(toldPieces.endedAt);

/** What a deed does at a door, also if it corrects another one; null if it does nothing there. */
export function atDoorOf(did: Did): AtDoor | null {
  if (did.kind === "corrected") return did.to;
  return did.kind === "delivered" || did.kind === "attempted" || did.kind === "picked_up" ? did : null;
}

/** The kind of what a deed tells: of a correction, of what it corrects to. */
export const toldKind = (did: Did): DeedKind => atDoorOf(did)?.kind ?? did.kind;

/** The PIN of a delivery; null if the deed has none. */
export const pinOf = (did: Did): string | null => {
  const at = atDoorOf(did);
  return at?.kind === "delivered" ? at.proof.pin : null;
};

/** The cash that the deed says was taken for a booking, in kobo. */
function cashFor(did: Did, bookingId: string): number {
  if (did.kind === "picked_up_unbooked") return did.takenKobo;
  const at = atDoorOf(did);
  const took = at && "took" in at ? at.took : [];
  return took
    .filter(({ booking, method }) => booking === bookingId && method === "cash")
    .reduce((sum, { takenKobo }) => sum + takenKobo, 0);
}

/** Stores that the deed waits for its told pieces, and for an unbooked parcel of a revoked phone. */
export async function storeTold(taking: Taking): Promise<void> {
  const { tx, at, actor, deed, occurredAt, told, pins, counted: own } = taking;
  const { did } = deed;
  const counted = new Set(own);
  const pieces = taking.waitsUnbooked ? [null] : [...told];
  if (pieces.length === 0) return;
  const rows = pieces.map((piece) => {
    const bookingId = piece?.bookingId ?? null;
    // The money of a booking is told once, and not at all if a piece of the booking counts.
    const kobo = bookingId !== null && counted.has(bookingId) ? 0 : cashFor(did, bookingId ?? "");
    if (bookingId !== null) counted.add(bookingId);
    const pin = pinOf(did) === null ? null : (pins.get(bookingId ?? "") ?? ("unchecked" as const));
    return {
      ...{ deedId: deed.id, riderId: actor.id, deviceId: actor.deviceId, kind: toldKind(did) },
      ...{ pieceId: piece?.pieceId ?? null, bookingId, kobo, pin, occurredAt, receivedAt: at },
      otherId: "rider" in did ? did.rider : null,
    };
  });
  await tx.insert(toldPieces).values(rows);
}

/** Ends the waiting of these deeds, or of these rows. */
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

/** The reason for which a deed that waited cannot be undone any more; null if it still waits, or never did. */
export async function countedSince(tx: Tx, deedId: string): Promise<string | null> {
  const counted = await tx.$count(
    toldPieces,
    and(eq(toldPieces.deedId, deedId), eq(toldPieces.ended, "confirmed")),
  );
  return counted > 0 ? "it was confirmed" : null;
}
