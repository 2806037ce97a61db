/** TRACK-1: stores a booking under a tracking code that no other has. */
import { eq, or, sql } from "drizzle-orm";
import { drawTrackingCode, fallbackTrackingCode, NINE_DIGITS_FROM } from "../domain/tracking-code.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { deliveries } from "../platform/db/schema.ts";
import type { Services } from "../platform/services.server.ts";

const DRAWS = 8;
const FALLBACKS = 20;

/**
 * How many bookings there are, as PostgreSQL's statistics know it without counting: -1 before they were first made, and
 * late by a tenth at most.
 */
const ABOUT_HOW_MANY = sql`(select reltuples from pg_class where oid = to_regclass('deliveries'))`;

/**
 * Inserts a booking under a free code, of nine digits from `nineDigitsFrom` bookings on. Null when the idempotency key or the order is taken. 'on conflict do nothing' does
 * not say which constraint failed, so both are checked before another code is drawn. Throws when no free code is found.
 */
export async function insertWithNewTrackingCode(
  { now, randomInt }: Pick<Services, "now" | "randomInt">,
  tx: Tx,
  row: Omit<typeof deliveries.$inferInsert, "trackingCode">,
  nineDigitsFrom = NINE_DIGITS_FROM,
) {
  for (let tries = 0; tries < DRAWS + FALLBACKS; tries++) {
    const code = tries < DRAWS ? drawTrackingCode(randomInt) : fallbackTrackingCode(now(), randomInt);
    const { eight, nine } = typeof code === "string" ? { eight: code, nine: code } : code;
    const trackingCode = sql<string>`case when ${ABOUT_HOW_MANY} < ${nineDigitsFrom} then ${eight} else ${nine} end`;
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
