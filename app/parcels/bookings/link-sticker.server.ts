/** PIECE-6: links a pre-printed sticker to a piece if there is no printer. */
import { and, asc, eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { readablePieceCode } from "../../domain/piece-code.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { bookUnbooked } from "../../money/settlements/unbooked-cash.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces } from "../../platform/db/schema.ts";
import { unlessTaken } from "../../platform/db/unless-taken.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { bookingTopics, lockBooking, logBookingChange } from "./change-booking.server.ts";
import { changedBefore, refuse } from "./messages.ts";
import { stickerForm } from "./sticker-form.ts";

/**
 * Reads the pieces and stickers, for staff with the permission `readBookings`. Null if there is no hub and no sticker.
 */
export async function stickersToShow(
  services: Pick<Services, "db" | "live">,
  bookingId: string,
): Promise<{ number: number; sticker: string | null }[] | null> {
  const rows = await services.db
    .select({ number: pieces.number, sticker: pieces.sticker })
    .from(pieces)
    .where(eq(pieces.bookingId, bookingId))
    .orderBy(asc(pieces.number));
  const used = rows.some(({ sticker }) => sticker !== null) || (await activeHubs(services)).length > 0;
  return used ? rows : null;
}

/**
 * Links a sticker to a piece, in place of the piece's former sticker. Refuses (field errors) an invalid code, a piece
 * that the booking does not have, and a sticker that is on another piece. The last refusal names the other piece.
 */
export const linkSticker = operation({
  name: "stickers.link",
  by: staff("workHub"),
  act: "corrected",
  input: stickerForm,
  on: lockBooking,
  run: async (work, { id, piece: number, sticker }, booking) => {
    const { tx } = work;
    const { code } = booking;
    const [before] = await tx
      .select({ id: pieces.id, sticker: pieces.sticker })
      .from(pieces)
      .where(and(eq(pieces.bookingId, id), eq(pieces.number, number)));
    if (!before) return refuse("invalid", "no_such_piece");
    if (before.sticker === sticker) {
      // A rider may have taken cash for the parcel before the booking had a price. Linking the same sticker again
      // then records the cash as the booking's payment.
      await bookUnbooked(work, { id, code, sticker });
      return { ok: true, changed: false, code, sticker };
    }
    if (!(await isLinked(tx, before.id, sticker))) {
      return refuse("conflict", "sticker_taken", { on: await holderOf(tx, sticker) });
    }
    const instead = before.sticker ? `, in the place of ${before.sticker}` : "";
    await logBookingChange(work, booking, `sticker ${sticker} on piece ${number}${instead}`);
    await bookUnbooked(work, { id, code, sticker });
    return { ok: true, changed: true, code, sticker };
  },
  conflict: () => changedBefore("the sticker was not linked"),
  publish: (done, _, booking) => ["money", "exceptions", ...bookingTopics(done, booking)],
});

/**
 * Links the sticker. False if another piece has the sticker. If two people link the sticker at once, the table's
 * constraint lets only one succeed.
 */
const isLinked = (tx: Tx, pieceId: string, sticker: string) =>
  unlessTaken(
    tx,
    async (part) => {
      await part.update(pieces).set({ sticker }).where(eq(pieces.id, pieceId));
      return true;
    },
    () => false,
  );

async function holderOf(tx: Tx, sticker: string): Promise<string> {
  const [row] = await tx
    .select({ code: bookings.trackingCode, number: pieces.number, pieces: bookings.pieces })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(eq(pieces.sticker, sticker));
  return row ? readablePieceCode(row.code, row.number, row.pieces) : "another piece";
}
