/** RECEIVER-10, RUN-5: erases a booking's receiver, and repeats the erasures after a backup is restored. */
import { and, asc, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import { ERASED_BUYER, ERASED_EXCEPTION, ERASED_RECEIVER, NOT_STORED } from "../../domain/erased.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import {
  bookingBatchRows,
  bookingEvents,
  bookings,
  erasedReceivers,
  exceptions,
  mails,
  orders,
  refusedAddresses,
  savedReceivers,
} from "../../platform/db/schema.ts";
import { removeForgottenPictures } from "../../people/profile/remove-proof-pictures.server.ts";
import type { Services } from "../../platform/services.server.ts";

type Queue = { jobs: Pick<Services["jobs"], "add"> };
type OfBooking = { id: string; orderId: string | null };

/**
 * A backup may lack erasures made in the last minute before the backup. So after a restore, the erasures of that
 * minute are repeated, too.
 */
const MARGIN_MS = 60_000;

/**
 * Erases the receiver from the booking and from all address books, in the caller's transaction. A second call
 * changes nothing. The caller must lock the booking's row first.
 */
export async function eraseReceiverOf(
  tx: Tx | Db,
  services: Queue,
  { id, orderId }: OfBooking,
): Promise<void> {
  const phone = tx.select({ phone: bookings.receiverPhone }).from(bookings).where(eq(bookings.id, id));
  await tx.update(bookingBatchRows).set({ cells: [], fields: {} }).where(eq(bookingBatchRows.bookingId, id));
  await tx.delete(savedReceivers).where(inArray(savedReceivers.phone, phone));
  const receiver = tx
    .select({ email: sql`lower(receiver_email)` })
    .from(bookings)
    .where(eq(bookings.id, id));
  await tx.delete(refusedAddresses).where(inArray(refusedAddresses.address, receiver));
  await tx
    .update(bookings)
    .set({ ...ERASED_RECEIVER, notes: null, formHash: null })
    .where(eq(bookings.id, id));
  await tx.update(bookingEvents).set({ note: null, changes: null }).where(eq(bookingEvents.bookingId, id));
  await tx.update(exceptions).set(ERASED_EXCEPTION).where(eq(exceptions.bookingId, id));
  // The order's mails contain the buyer's name and phone number.
  await tx.delete(mails).where(or(eq(mails.bookingId, id), orderId ? eq(mails.aboutId, orderId) : undefined));
  if (orderId) await tx.update(orders).set(ERASED_BUYER).where(eq(orders.id, orderId));
  await removeForgottenPictures(tx, services);
}

export const recordErasedReceiver = (tx: Tx, bookingId: string, at: Date) =>
  tx.insert(erasedReceivers).values({ bookingId, erasedAt: at }).onConflictDoNothing();

/**
 * Repeats the erasures made after `backupAt`, in the caller's transaction. Returns the number of receivers that were
 * still in the backup.
 */
export async function repeatErasedReceivers(tx: Tx | Db, services: Queue, backupAt: Date): Promise<number> {
  const later = tx
    .select({ id: erasedReceivers.bookingId })
    .from(erasedReceivers)
    .where(gt(erasedReceivers.erasedAt, new Date(backupAt.getTime() - MARGIN_MS)));
  const rows = await tx
    .select({ id: bookings.id, orderId: bookings.orderId })
    .from(bookings)
    .where(and(inArray(bookings.id, later), ne(bookings.receiverPhone, NOT_STORED)))
    .orderBy(asc(bookings.trackingCode))
    .for("no key update");
  for (const row of rows) await eraseReceiverOf(tx, services, row);
  return rows.length;
}
