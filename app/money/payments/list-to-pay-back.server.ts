/**
 * ONLINE-6: lists online payments of receivers for parcels that the receivers will not get, so that staff pay the
 * money back.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { onlinePayments, bookings } from "../../platform/db/schema.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingGoesBack } from "./door.server.ts";

export const IS_PAID = and(
  eq(onlinePayments.pays, "door"),
  eq(onlinePayments.state, "paid"),
  isNull(onlinePayments.refundedAmount),
);

/**
 * ONLINE-6: lists the receiver's payment so that staff pay the money back at the provider. Call this in the
 * transaction that sends the parcel back, cancels the parcel or declares it lost.
 */
export async function listToPayBack(tx: Tx, bookingId: string, why: "goes_back" | "over"): Promise<void> {
  const back = sql`exists (select from ${bookings} where ${bookings.id} = ${bookingId} and ${bookingGoesBack})`;
  await tx
    .update(onlinePayments)
    .set({
      state: "problem",
      problem: "goes_back",
      receivedAmount: sql`${onlinePayments.kobo}`,
      receivedCurrency: "NGN",
    })
    .where(and(eq(onlinePayments.bookingId, bookingId), IS_PAID, why === "goes_back" ? back : undefined));
}
