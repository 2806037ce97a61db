/** CLAIM-5: the cover of a booking. */
import { eq } from "drizzle-orm";
import { lagosDay } from "../../domain/dates.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { chargesOf } from "./charges.server.ts";
import { listFor, versionOf } from "./return-fee.server.ts";

/**
 * Returns the cover in kobo: the declared value, but at most the ceiling of the price list that priced the booking. If
 * only staff set prices, the ceiling comes from the list of the day of booking. 0 without a declared value.
 */
export async function coverOf(tx: Pick<Tx, "select">, bookingId: string): Promise<number> {
  const [booking] = await tx
    .select({ declaredKobo: bookings.declaredValueKobo, createdAt: bookings.createdAt })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  if (!booking?.declaredKobo) return 0;
  const version = versionOf(await chargesOf(tx, bookingId));
  const list = await listFor(tx, version, lagosDay(booking.createdAt));
  return Math.min(booking.declaredKobo, list?.cover.ceilingKobo ?? 0);
}
