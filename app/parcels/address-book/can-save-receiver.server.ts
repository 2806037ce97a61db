/** SENDER-3: decides whether the receiver of a new booking can be saved in an address book. */
import { and, eq } from "drizzle-orm";
import type { Customer } from "../../access/actor.ts";
import { bookings, savedReceivers } from "../../platform/db/schema.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { inAnyBook } from "./book-owner.server.ts";

/** SENDER-3: true if the actor booked this parcel and no book of the actor has the receiver's phone. */
export async function canSaveReceiver(db: Db, { person }: Customer, code: string): Promise<boolean> {
  const [row] = await db
    .select({ phone: bookings.receiverPhone })
    .from(bookings)
    .where(and(eq(bookings.trackingCode, code), eq(bookings.customerId, person.id)));
  if (!row) return false;
  return (
    (await db.$count(savedReceivers, and(eq(savedReceivers.phone, row.phone), inAnyBook(person.id)))) === 0
  );
}
