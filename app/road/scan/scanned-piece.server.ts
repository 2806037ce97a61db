/** Finds the piece that was scanned, and the hub where it was scanned. */
import { eq } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { pieceCode } from "../../domain/piece-code.ts";
import { findPiece } from "../../parcels/custody/find-piece.server.ts";
import { activeHubsIn, readActiveHubs, type ActiveHub } from "../../places/hubs.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, hubs, pieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";
import { hubWithCode } from "./receive-answer.ts";

/** Returns the piece, its booking and its code. Refuses a text that names no piece. Locks no rows. */
export async function scannedPiece(tx: Pick<Tx, "select">, text: string) {
  const found = await findPiece(tx, text);
  if (found.ok) {
    const { booking, piece } = found;
    return { ...found, code: pieceCode(booking.trackingCode, piece.number, booking.pieces) };
  }
  if (found.reason === "which_piece") return refuse("conflict", "which_piece", found);
  if (found.reason === "which_code") return refuse("conflict", "which_code", found);
  if (found.reason === "not_ours") return refuse("not_found", "not_ours");
  return refuse("not_found", "unknown_piece", found);
}

export type ScannedPiece = Exclude<Awaited<ReturnType<typeof scannedPiece>>, Refusal>;

type HubWork = Pick<Work<Admin>, "services" | "tx" | "actor">;

/** Returns the receiving hub and all active hubs. Refuses a closed hub, and a clerk of another hub. */
export async function openHub(
  { services, tx, actor }: HubWork,
  id: string,
): Promise<{ here: ActiveHub; open: ActiveHub[] } | Refusal> {
  const wrong = await refuseOtherHub(tx, actor, id);
  if (wrong) return wrong;
  const known = await activeHubsIn(tx, services);
  const here = known.find((hub) => hub.id === id);
  if (here) return { here, open: known };
  const [hub] = await tx.select().from(hubs).where(eq(hubs.id, id));
  if (!hub) return refuse("invalid", "choose_hub");
  if (!hub.active) return refuse("conflict", "hub_closed", { hub: hubWithCode(hub) });
  // A new hub may not be in the cache yet, so the hubs are read from the database.
  const now = await readActiveHubs(tx);
  return { here: now.find((one) => one.id === id)!, open: now };
}

/**
 * Locks the row of a piece's booking, then the row of the piece. Returns the piece with its current holder. The second
 * of two simultaneous hand-overs waits for the lock, and then sees the result of the first.
 */
export async function lockPiece(
  tx: Tx,
  { piece }: Pick<ScannedPiece, "piece">,
): Promise<ScannedPiece["piece"]> {
  const [row] = await tx
    .select({ piece: pieces })
    .from(bookings)
    .innerJoin(pieces, eq(pieces.bookingId, bookings.id))
    .where(eq(pieces.id, piece.id))
    .for("no key update", { of: [bookings, pieces] });
  return row?.piece ?? piece;
}

/**
 * Returns the time of the scan. A time before the booking comes from a wrong clock, so the time of the booking is used
 * instead.
 */
export const scannedAt = (at: Date, agedMs: number, createdAt: Date): Date =>
  new Date(Math.max(createdAt.getTime(), at.getTime() - agedMs));
