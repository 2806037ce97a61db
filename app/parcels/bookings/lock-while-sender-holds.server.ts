/** CUSTODY-5, BOOK-27: a sender changes a pending booking only while holding every piece. */
import { and, eq, isNotNull, ne } from "drizzle-orm";
import { FIRST_STATUS, isUndelivered } from "../../domain/delivery-status.ts";
import { CANCELLED } from "../../domain/failure-reasons.ts";
import { lockRunsWith } from "../../money/payments/door-online.server.ts";
import { bookingEvents, bookings, pieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { callUs } from "./call-us.server.ts";
import { lastEvent, type LockedBooking, lockBooking } from "./change-booking.server.ts";
import { refuse } from "./messages.ts";

/** CUSTODY-5: selects the pieces that have left the sender. */
export const piecesThatLeftSender = (db: Pick<Tx, "select">, bookingId: string | typeof bookings.id) =>
  db
    .select({ id: pieces.id })
    .from(pieces)
    .where(and(eq(pieces.bookingId, bookingId), ne(pieces.holderKind, "sender")));

/**
 * A locked booking. `runIds`: the booking's runs that are under way. These runs are locked, too (PHONE-6). Their riders
 * see the booking on their phones.
 */
export type BookingOnRuns = LockedBooking & { runIds: string[] };

/**
 * Locks the runs of a booking that its sender wants to change, and then the booking's row. Refuses a booking that is no
 * longer pending, and a booking with a piece that has left the sender. A booking that its sender cancelled is refused
 * with a reason of its own. The caller must take `code` from a mailed URL or from the sender's own browser.
 */
export async function lockPending(
  { tx, services }: { tx: Tx; services: Services },
  { code }: { code: string },
): Promise<BookingOnRuns | Refusal> {
  const [known] = await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.trackingCode, code));
  const runIds = known ? await lockRunsWith(tx, known.id) : [];
  const booking = await lockBooking({ tx }, { trackingCode: code });
  if ("ok" in booking) return booking;
  const taken = await piecesThatLeftSender(tx, booking.id).limit(1);
  if (booking.status === FIRST_STATUS && taken.length === 0) return { ...booking, runIds };
  return (await wasCancelled(tx, booking))
    ? refuse("conflict", "was_cancelled")
    : refuse("conflict", "not_pending", await callUs(services, tx));
}

async function wasCancelled(tx: Tx, { id, status }: LockedBooking): Promise<boolean> {
  if (!isUndelivered(status)) return false;
  return (await lastEvent(tx, id, isNotNull(bookingEvents.reason)))?.reason === CANCELLED;
}
