/** LINK-7: a sign-in assigns the guest bookings of the verified address to the person, and no others. */
import { and, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings } from "../../platform/db/schema.ts";

/** Gives the person the guest bookings of the address that was just verified. Case is ignored. */
export async function joinGuestBookings(tx: Tx, personId: string, email: string): Promise<void> {
  await tx
    .update(bookings)
    .set({ customerId: personId })
    .where(and(sql`lower(${bookings.senderEmail}) = ${email}`, isNull(bookings.customerId)));
}
