/**
 * ONLINE-5: the amounts that receivers may pay or have paid online before they get a parcel, and the runs that such a
 * payment changes.
 */
import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { CANCELLED } from "../../domain/failure-reasons.ts";
import { DELIVERED, isUndelivered, type BookingStatus } from "../../domain/delivery-status.ts";
import { NOT_STORED } from "../../domain/erased.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import {
  bookingEvents,
  bookings,
  onlinePayments,
  pieces,
  runPieces,
  runs,
} from "../../platform/db/schema.ts";
import { receiversPart, type DoorAmount } from "../../domain/door-amount.ts";
import { doorOf } from "./door.server.ts";
import { IS_PAID } from "./list-to-pay-back.server.ts";

type Reader = Pick<Db, "select">;

/**
 * Returns the amount that the receiver may pay online now. Null if nothing is due, the delivery has no price, the
 * receiver was erased, or the parcel is delivered, cancelled, lost or returning.
 */
export async function openDoorOf(db: Reader, bookingId: string): Promise<DoorAmount | null> {
  const booking = await bookingOf(db, bookingId);
  const money = await doorOf(db, { id: bookingId });
  if (!booking || !money || booking.receiverPhone === NOT_STORED) return null;
  if (booking.status === DELIVERED || (await isGivenUp(db, bookingId, booking.status))) return null;
  // The receiver cannot pay for the goods before the delivery has a price, because a second payment, for the delivery,
  // would be needed later.
  if (money.paysDelivery === "receiver" && money.priceKobo === null) return null;
  const door = receiversPart(money);
  return door.totalKobo > 0 ? door : null;
}

export async function bookingOf(db: Reader, id: string) {
  const { trackingCode: code, status, receiverPhone, receiverEmail } = bookings;
  const [row] = await db
    .select({ code, status, receiverPhone, receiverEmail })
    .from(bookings)
    .where(eq(bookings.id, id));
  return row ?? null;
}

/** True if the parcel is cancelled or lost. After any other failure the parcel may still be delivered. */
async function isGivenUp(db: Reader, bookingId: string, status: BookingStatus): Promise<boolean> {
  if (!isUndelivered(status)) return false;
  const [last] = await db
    .select({ reason: bookingEvents.reason })
    .from(bookingEvents)
    .where(and(eq(bookingEvents.bookingId, bookingId), isNotNull(bookingEvents.reason)))
    .orderBy(desc(bookingEvents.id))
    .limit(1);
  return last?.reason === CANCELLED || last?.reason === "lost";
}

/** Returns the kobo that receivers paid online, by booking. Bookings without such a payment are left out. */
export async function paidOnlineOf(db: Reader, bookingIds: readonly string[]): Promise<Map<string, number>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await db
    .select({ id: onlinePayments.bookingId, kobo: sql<number>`sum(${onlinePayments.kobo})`.mapWith(Number) })
    .from(onlinePayments)
    .where(and(inArray(onlinePayments.bookingId, [...bookingIds]), IS_PAID))
    .groupBy(onlinePayments.bookingId);
  return new Map(rows.map(({ id, kobo }) => [id, kobo]));
}

/**
 * Locks the rows of the active runs that have pieces of a booking. Call this before locking the booking: runs are
 * locked before bookings.
 */
export async function lockRunsWith(tx: Tx, bookingId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        inArray(runs.state, ["loaded", "out"]),
        isNotNull(runs.riderId),
        sql`${runs.id} in (select rp.run_id from ${runPieces} rp join ${pieces} p on p.id = rp.piece_id
          where p.booking_id = ${bookingId} and rp.ended_at is null)`,
      ),
    )
    .orderBy(runs.id)
    .for("no key update");
  return rows.map(({ id }) => id);
}

/** Gives the runs a new version, so that the riders' phones fetch the data of the runs again. */
export async function tellRiders(tx: Tx, runIds: readonly string[]): Promise<void> {
  if (runIds.length > 0)
    await tx
      .update(runs)
      .set({ version: sql`${runs.version} + 1` })
      .where(inArray(runs.id, [...runIds]));
}
