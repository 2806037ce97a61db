/** PLACE-1: after the receiver agrees, remembers the receiver's words and the place of an earlier delivery. */
import { not } from "drizzle-orm";
import { foldAddress } from "../../domain/fold-address.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { rememberedPlaces } from "../../platform/db/schema.ts";
import { returnedThen } from "../proof/read-proofs.server.ts";
import { provenPlace } from "./follow-delivery.server.ts";
import { BASIS, rememberDelivery } from "./remember.server.ts";

type OfBooking = { receiverPhone: string; receiverAddress: string };

/** Remembers a landmark in the receiver's words, once the receiver has agreed. */
export async function rememberWords(
  tx: Tx,
  at: Date,
  { receiverPhone: phone, receiverAddress }: OfBooking,
  { consentId, words }: { consentId: string; words: string },
): Promise<void> {
  await tx
    .insert(rememberedPlaces)
    .values({ phone, address: foldAddress(receiverAddress), consentId, receiverWords: words, updatedAt: at })
    .onConflictDoUpdate({
      target: [rememberedPlaces.phone, rememberedPlaces.address],
      set: { ...BASIS, receiverWords: words, updatedAt: at },
    });
}

/**
 * Remembers the place in the newest proof that has one. Proofs of returns do not count, because there the sender took
 * the parcel.
 */
export async function rememberFromProof(tx: Tx, at: Date, bookingId: string): Promise<void> {
  const delivered = await provenPlace(tx, bookingId, not(returnedThen));
  if (delivered) await rememberDelivery(tx, at, delivered);
}
