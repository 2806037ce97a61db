/** STAFF-24: logs a booking that staff made at the counter. */
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import type { Tx } from "../../platform/db/client.server.ts";

type Booker = Customer | Guest | Admin;

/** Logs a booking by staff, without names, because the log is never erased. Does nothing for other actors. */
export async function recordCounterBooking(
  tx: Tx,
  actor: Booker,
  at: Date,
  { id, trackingCode }: { id: string; trackingCode: string },
): Promise<void> {
  if (actor.kind !== "admin") return;
  await recordActivity(tx, actor, at, {
    action: "create_booking",
    description: `${trackingCode}: booked at the counter`,
    entityType: "booking",
    entityId: id,
  });
}
