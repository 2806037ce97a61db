/** STAFF-28: a doubtful state is confirmed instead of corrected. */
import { eq } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/declaration.ts";

/** STAFF-28: staff confirm states that differ from the addresses. No value changes, so no mail is sent. */
export async function confirmStates(
  { tx, actor, at }: Work<Admin>,
  { id, trackingCode }: { id: string; trackingCode: string },
): Promise<void> {
  await tx.update(bookings).set({ stateDoubt: false }).where(eq(bookings.id, id));
  await recordActivity(tx, actor, at, {
    action: "update_booking",
    description: `${trackingCode}: confirmed the states against the addresses`,
    entityType: "booking",
    entityId: id,
  });
}
