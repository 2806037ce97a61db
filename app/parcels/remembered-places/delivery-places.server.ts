/**
 * The jobs that remember the places of deliveries, and the deletion of these places if a delivery is undone or denied.
 */
import { and, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { rememberedPlaces } from "../../platform/db/schema.ts";
import { jobKind } from "../../platform/jobs/job-kind.ts";

/** PLACE-1: the jobs that remember the place of a delivery, if that is allowed (follow-delivery.server.ts). */
export const PLACES_TO_REMEMBER = jobKind<{ bookingId: string }>("place");

/**
 * PLACE-4: forgets the places of undone or denied deliveries, in the caller's transaction. The receiver's own words
 * stay.
 */
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
