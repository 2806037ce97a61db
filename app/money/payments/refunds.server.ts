/** PAY-7: payments above the price of bookings, mostly for cancelled parcels. */
import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings } from "../../platform/db/schema.ts";

const SHOWN = 50;

export type Refund = Awaited<ReturnType<typeof listRefunds>>[number];

/**
 * Lists the 50 oldest amounts to pay back, for staff with `readMoney`. Bookings on account are left out,
 * because their business gets credit instead (BUSINESS-8).
 */
export function listRefunds(db: Db) {
  const kobo = sql<number>`${bookingBalances.paidKobo} - ${bookingBalances.priceKobo}`.mapWith(Number);
  return db
    .select({
      code: bookings.trackingCode,
      senderName: bookings.senderName,
      senderPhone: bookings.senderPhone,
      since: bookings.updatedAt,
      kobo,
    })
    .from(bookingBalances)
    .innerJoin(bookings, eq(bookings.id, bookingBalances.bookingId))
    .where(
      sql`${bookingBalances.paidKobo} > ${bookingBalances.priceKobo} and ${bookings.paysDelivery} <> 'account'`,
    )
    .orderBy(asc(bookings.updatedAt), asc(bookings.id))
    .limit(SHOWN);
}
