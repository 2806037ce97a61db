/**
 * PLACE-1: remembers where a receiver was found, if the receiver agreed to it, or if a store of the platform gave the
 * address as its own address. No other place is ever stored.
 */
import { inArray, sql } from "drizzle-orm";
import { NOT_STORED } from "../../domain/erased.ts";
import { foldAddress } from "../../domain/fold-address.ts";
import { lockConsents } from "../../people/consents/consents-in-force.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, rememberedPlaces, stores } from "../../platform/db/schema.ts";

export type DeliveredAtPlace = {
  parts: readonly { bookingId: string; returning: boolean }[];
  position: { latitude: number; longitude: number; accuracy: number | null } | null;
  landmark: string | null;
  occurredAt: Date;
};

type Place = { phone: string; address: string };
type Basis = { consentId: string; storeId: null } | { consentId: null; storeId: string };

const keyOf = ({ phone, address }: Place) => `${phone} ${foldAddress(address)}`;

/**
 * Remembers the place of a delivery in the caller's transaction, for the parcels whose place may be remembered. If a
 * parcel went back, its place is the sender's. Deliveries may be reported late or out of order; the place of the newest
 * delivery is kept.
 */
export async function rememberDelivery(
  tx: Tx,
  at: Date,
  { parts, position, landmark, occurredAt }: DeliveredAtPlace,
): Promise<void> {
  if (parts.length === 0 || (!position && !landmark)) return;
  const returning = new Set(parts.flatMap((part) => (part.returning ? [part.bookingId] : [])));
  const rows = await tx
    .select({
      id: bookings.id,
      receiver: { phone: bookings.receiverPhone, address: bookings.receiverAddress },
      sender: { phone: bookings.senderPhone, address: bookings.senderAddress },
      mayBe: sql<boolean>`exists (select from consents c where c.phone in (receiver_phone, sender_phone))
        or exists (select from stores s where s.phone in (receiver_phone, sender_phone))`,
    })
    .from(bookings)
    .where(
      inArray(
        bookings.id,
        parts.map(({ bookingId }) => bookingId),
      ),
    );
  // For most parcels no place may be remembered, so most calls end here.
  const places = rows
    .filter(({ mayBe }) => mayBe)
    .map(({ id, receiver, sender }) => ({ id, ...(returning.has(id) ? sender : receiver) }));
  const bases = await basesOf(tx, places);
  // Parcels with the same phone number and address share one row.
  const own = new Map(
    places.filter((place) => bases.has(keyOf(place))).map((place) => [keyOf(place), place]),
  );
  if (own.size === 0) return;
  await tx
    .insert(rememberedPlaces)
    .values(
      [...own].map(([key, { id, phone, address }]) => ({
        ...{ phone, address: foldAddress(address), bookingId: id },
        ...bases.get(key)!,
        ...position,
        ...{ riderWords: landmark, deliveredAt: occurredAt, updatedAt: at },
      })),
    )
    .onConflictDoUpdate({
      target: [rememberedPlaces.phone, rememberedPlaces.address],
      set: {
        ...BASIS,
        bookingId: sql`excluded.booking_id`,
        deliveredAt: sql`excluded.delivered_at`,
        updatedAt: sql`excluded.updated_at`,
        // If a delivery has no position or no words, those of an earlier delivery stay.
        latitude: sql`coalesce(excluded.latitude, ${rememberedPlaces.latitude})`,
        longitude: sql`coalesce(excluded.longitude, ${rememberedPlaces.longitude})`,
        accuracy: sql`case when excluded.latitude is null then ${rememberedPlaces.accuracy} else excluded.accuracy end`,
        riderWords: sql`coalesce(excluded.rider_words, ${rememberedPlaces.riderWords})`,
      },
      setWhere: sql`${rememberedPlaces.deliveredAt} is null or ${rememberedPlaces.deliveredAt} <= excluded.delivered_at`,
    });
}

export const BASIS = { consentId: sql`excluded.consent_id`, storeId: sql`excluded.store_id` };

/** Finds the legal basis of each place. Locks the rows of the consents, so that no consent is withdrawn meanwhile. */
async function basesOf(tx: Tx, places: readonly Place[]): Promise<Map<string, Basis>> {
  const phones = [...new Set(places.map(({ phone }) => phone))].filter((phone) => phone !== NOT_STORED);
  if (phones.length === 0) return new Map();
  const found = await tx
    .select({ storeId: stores.id, phone: stores.phone, address: stores.address })
    .from(stores)
    .where(inArray(stores.phone, phones));
  const bases = new Map<string, Basis>();
  for (const { storeId, ...place } of found) bases.set(keyOf(place), { consentId: null, storeId });
  const given = await lockConsents(tx, "place", phones);
  for (const place of places) {
    const consentId = given.get(place.phone);
    if (consentId) bases.set(keyOf(place), { consentId, storeId: null });
  }
  return bases;
}
