/** RECEIVER-4: the PIN that the receiver says at the door. Only the receiver and the sender see it. */
import { eq } from "drizzle-orm";
import { drawPin, openPin, type PinDrawing } from "../../history/draw-pins.server.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { receiverLinks } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";

/** Generates a new PIN; an old PIN becomes invalid. A parcel from before PINs existed gets its first PIN. */
export async function drawAnotherPin(services: PinDrawing, tx: Tx, bookingId: string): Promise<void> {
  const row = drawPin(services, bookingId);
  await tx
    .insert(receiverLinks)
    .values(row)
    .onConflictDoUpdate({ target: receiverLinks.bookingId, set: { pin: row.pin, wrongPins: 0 } });
}

/** Reads the PIN for a verified receiver or sender. Null without a PIN, or if APP_SECRET has changed. */
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
