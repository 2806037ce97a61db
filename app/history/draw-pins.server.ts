/** RECEIVER-4: draws the PIN of a parcel that goes out for delivery, and decrypts a PIN. */
import { isNull, sql } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";
import { receiverLinks } from "../platform/db/schema.ts";
import { seal, unseal } from "../platform/sealed.server.ts";
import type { Services } from "../platform/services.server.ts";

export type PinDrawing = Pick<Services, "secret" | "randomInt">;

const DIGITS = 4;
/** Returns the purpose and the subject for which a booking's PIN is encrypted. */
const sealedFor = (bookingId: string) => ({ purpose: "pin", subject: bookingId });

export function drawPin({ secret, randomInt }: PinDrawing, bookingId: string) {
  const pin = String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");
  return { bookingId, pin: seal(secret, sealedFor(bookingId), pin) };
}

/** Draws a PIN for each of these bookings that has none, in the caller's transaction. */
export async function drawMissingPins(
  services: PinDrawing,
  tx: Tx,
  bookingIds: readonly string[],
): Promise<void> {
  if (bookingIds.length === 0) return;
  await tx
    .insert(receiverLinks)
    .values(bookingIds.toSorted().map((id) => drawPin(services, id)))
    .onConflictDoUpdate({
      target: receiverLinks.bookingId,
      set: { pin: sql`excluded.pin`, wrongPins: 0 },
      setWhere: isNull(receiverLinks.pin),
    });
}

/** Returns the decrypted PIN, for a comparison. Null without a PIN, or if it was encrypted with another secret. */
export const openPin = ({ secret }: Pick<Services, "secret">, bookingId: string, pin: Buffer | null) =>
  pin ? unseal(secret, sealedFor(bookingId), pin) : null;
