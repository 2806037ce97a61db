/** LINK-7: at a sign-in, the person gets the guest bookings of the verified email address, and no other bookings. */
import { and, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings } from "../../platform/db/schema.ts";

/**
 * Gives the person the guest bookings of the email address that was just verified. Upper and lower case are the same.
 */
export async function joinGuestBookings(tx: Tx, personId: string, email: string): Promise<void> {
  await tx
    .update(bookings)
    .set({ customerId: personId })
    .where(and(sql`lower(${bookings.senderEmail}) = ${email}`, isNull(bookings.customerId)));
}
