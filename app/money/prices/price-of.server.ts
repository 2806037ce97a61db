/** Reads only the price of a booking, for pages and messages. */
import { eq } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings } from "../../platform/db/schema.ts";

/** Returns the price in kobo, or null if there is no price yet. */
export async function priceOf(db: Pick<Db, "select">, code: string): Promise<number | null> {
  const [stored] = await db
    .select({ kobo: bookingBalances.priceKobo })
    .from(bookingBalances)
    .innerJoin(bookings, eq(bookings.id, bookingBalances.bookingId))
    .where(eq(bookings.trackingCode, code));
  return stored?.kobo ?? null;
}
