/** TRACK-1: stores a booking under a tracking code that no other has. */
import { eq, or } from "drizzle-orm";
import { drawTrackingCode, fallbackTrackingCode } from "../domain/tracking-code.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { deliveries } from "../platform/db/schema.ts";
import type { Services } from "../platform/services.server.ts";

const DRAWS = 8;
const FALLBACKS = 20;

/**
 * Inserts a booking under a free code. Null when the idempotency key or the order is taken. 'on conflict do nothing' does
 * not say which constraint failed, so both are checked before another code is drawn. Throws when no free code is found.
 */
export async function insertWithNewTrackingCode(
  { now, randomInt }: Pick<Services, "now" | "randomInt">,
  tx: Tx,
  row: Omit<typeof deliveries.$inferInsert, "trackingCode">,
) {
  for (let tries = 0; tries < DRAWS + FALLBACKS; tries++) {
    const trackingCode = tries < DRAWS ? drawTrackingCode(randomInt) : fallbackTrackingCode(now(), randomInt);
    const [made] = await tx
      .insert(deliveries)
      .values({ ...row, trackingCode })
      .onConflictDoNothing()
      .returning({ id: deliveries.id, trackingCode: deliveries.trackingCode })
      .prepare("new_booking")
      .execute();
    if (made) return made;
    const [taken] = await tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        or(
          eq(deliveries.formKey, row.formKey),
          row.orderId ? eq(deliveries.orderId, row.orderId) : undefined,
        ),
      );
    if (taken) return null;
  }
  throw new Error("no free tracking code was found");
}
