/** PLACE-4: forgets the places of a delivery, in the transaction that undoes the delivery. */
import { and, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { rememberedPlaces } from "../../platform/db/schema.ts";

/** Forgets the places of undone or denied deliveries. What the receiver wrote about a place stays. */
export async function forgetDeliveries(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  const own = inArray(rememberedPlaces.bookingId, [...bookingIds]);
  if (bookingIds.length === 0) return;
  await tx.delete(rememberedPlaces).where(and(own, sql`receiver_words is null`));
  await tx
    .update(rememberedPlaces)
    .set({
      ...{ bookingId: null, deliveredAt: null, latitude: null, longitude: null },
      ...{ accuracy: null, riderWords: null },
    })
    .where(own);
}
