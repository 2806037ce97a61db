/** PAY-7: what senders paid beyond the price of their bookings, most of it for parcels that they cancelled. */
import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings } from "../../platform/db/schema.ts";

const SHOWN = 50;

export type Refund = Awaited<ReturnType<typeof listRefunds>>[number];

/** What is to be paid back, the 50 that wait longest. For staff with `readMoney`. */
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
    .where(sql`${bookingBalances.paidKobo} > ${bookingBalances.priceKobo}`)
    .orderBy(asc(bookings.updatedAt), asc(bookings.id))
    .limit(SHOWN);
}
