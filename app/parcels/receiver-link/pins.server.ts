/** RECEIVER-4: the PIN of a parcel, which the receiver gives at their door. Only the receiver and the sender see it. */
import { eq, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { receiverLinks } from "../../platform/db/schema.ts";
import { seal, unseal } from "../../platform/sealed.server.ts";
import type { Services } from "../../platform/services.server.ts";

type Drawing = Pick<Services, "secret" | "randomInt">;

const DIGITS = 4;
const about = (bookingId: string) => ({ purpose: "pin", subject: bookingId });

function drawn({ secret, randomInt }: Drawing, bookingId: string) {
  const pin = String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");
  return { bookingId, pin: seal(secret, about(bookingId), pin) };
}

/** Draws the PINs of bookings that have none yet, in the caller's transaction. */
export async function drawMissingPins(
  services: Drawing,
  tx: Tx,
  bookingIds: readonly string[],
): Promise<void> {
  if (bookingIds.length === 0) return;
  await tx
    .insert(receiverLinks)
    .values(bookingIds.toSorted().map((id) => drawn(services, id)))
    .onConflictDoUpdate({
      target: receiverLinks.bookingId,
      set: { pin: sql`excluded.pin`, wrongPins: 0 },
      setWhere: isNull(receiverLinks.pin),
    });
}

/**
 * Draws another PIN for a booking; the old one becomes invalid. A parcel that went out before PINs existed gets its
 * first PIN.
 */
export async function drawAnotherPin(services: Drawing, tx: Tx, bookingId: string): Promise<void> {
  const row = drawn(services, bookingId);
  await tx
    .insert(receiverLinks)
    .values(row)
    .onConflictDoUpdate({ target: receiverLinks.bookingId, set: { pin: row.pin, wrongPins: 0 } });
}

/**
 * The decrypted PIN, to be compared with a given one; null if none was drawn, or if it was sealed with another secret.
 */
export const openPin = ({ secret }: Pick<Services, "secret">, bookingId: string, pin: Buffer | null) =>
  pin ? unseal(secret, about(bookingId), pin) : null;

/**
 * The PIN of a booking, for a verified receiver or sender; null if none was drawn, or if it was sealed with another
 * secret.
 */
export async function readPin(
  { db, secret }: Pick<Services, "secret"> & { db: Pick<Db, "select"> },
  bookingId: string,
): Promise<string | null> {
  const [row] = await db
    .select({ pin: receiverLinks.pin })
    .from(receiverLinks)
    .where(eq(receiverLinks.bookingId, bookingId));
  return openPin({ secret }, bookingId, row?.pin ?? null);
}
