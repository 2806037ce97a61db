/** BUSINESS-6, BUSINESS-8: the bookings of a business that an invoice or a payment covers. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { accountsOf, type BookingAccount } from "../prices/booking-account.server.ts";
import { bookingBalances, bookings, businessBookings, invoiceLines } from "../../platform/db/schema.ts";

/**
 * Locks the business's money (`lockMoneyOf`), then the rows of its unsettled bookings on account. All writes lock the
 * rows of bookings before the row of the business.
 */
export async function lockOpenBookings(tx: Tx, businessId: string): Promise<BookingAccount[]> {
  return [...(await accountsOf(tx, await openCodesOf(tx, businessId))).values()];
}

/** Makes invoices and payments of the same business wait for each other until the transaction ends. */
export const lockMoneyOf = (tx: Tx, businessId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`money of business ${businessId}`}, 0))`);

/** Locks the business's money (`lockMoneyOf`). Returns the codes of unsettled bookings, for the caller to lock. */
export async function openCodesOf(tx: Tx, businessId: string): Promise<string[]> {
  await lockMoneyOf(tx, businessId);
  const { rows } = await tx.execute<{ code: string }>(sql`
    select b.tracking_code as code
    from ${businessBookings} bb
    join ${bookings} b on b.id = bb.booking_id
    join ${bookingBalances} m on m.booking_id = bb.booking_id
    where bb.business_id = ${businessId} and bb.on_account
      and (m.price_kobo <> m.paid_kobo or m.charge_id is distinct from
        (select max(l.charge_id) from ${invoiceLines} l where l.booking_id = bb.booking_id))`);
  return rows.map(({ code }) => code);
}
