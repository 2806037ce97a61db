/** PLACE-4: forgets places in the transaction that takes their delivery back. */
import { and, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { rememberedPlaces } from "../../platform/db/schema.ts";

/** Forgets the places of undone or denied deliveries. The receiver's own words about a place stay. */
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
