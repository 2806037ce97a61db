/** CUSTODY-3: moves the pieces to the receiver after staff set Delivered by hand, in bulk or by a scan. */
import { and, eq, sql } from "drizzle-orm";
import type { CustodyMethod } from "../../domain/custody.ts";
import { pieces } from "../../platform/db/schema.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import { endRunPlaces, movePieces } from "./move-pieces.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";

/** The note of the exception for a piece that a hub received after the piece was delivered. */
export const SCANNED_AFTER_DELIVERY = "Scanned in the hub after it was delivered";

/**
 * Moves each piece to the receiver and takes it off its run. Skips a piece that the receiver already has. A piece that
 * changed hands after `occurredAt` stays with its holder and on its run. If that holder is a hub, the hub's scan
 * contradicts the delivery, so an exception is opened.
 */
export async function deliverByHand(
  work: Acting,
  bookingId: string,
  { occurredAt, method }: { occurredAt: Date; method: CustodyMethod },
): Promise<void> {
  const { tx, act } = work;
  const open = await tx
    .select({ id: pieces.id, heldSince: pieces.heldSince, holderKind: pieces.holderKind })
    .from(pieces)
    .where(and(eq(pieces.bookingId, bookingId), sql`${pieces.holderKind} <> 'receiver'`))
    .orderBy(pieces.id);
  if (open.length === 0) return;
  const moved = open.filter(({ heldSince }) => !heldSince || heldSince <= occurredAt);
  const runs = await endRunPlaces(
    tx,
    moved.map(({ id }) => id),
    "delivered",
    occurredAt,
  );
  await movePieces(
    work,
    open.map(({ id }) => ({
      pieceId: id,
      to: { kind: "receiver", id: null },
      occurredAt,
      method,
      runId: runs.get(id) ?? null,
    })),
  );
  await openExceptions(
    tx,
    open
      .filter((piece) => !moved.includes(piece) && piece.holderKind === "hub")
      .map(({ id }) => ({
        kind: "deeds_disagree",
        pieceId: id,
        bookingId,
        note: SCANNED_AFTER_DELIVERY,
      })),
    act,
  );
}
