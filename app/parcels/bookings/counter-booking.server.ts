/** STAFF-24: what a booking keeps about the member of staff who made it for a customer at the counter. */
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import type { Tx } from "../../platform/db/client.server.ts";

type Booker = Customer | Guest | Admin;

/** Who booked, where it was not the sender. */
export const byStaff = (actor: Booker) =>
  actor.kind === "admin"
    ? { byUserId: actor.person.id, byName: actor.person.fullName ?? actor.person.email }
    : { byUserId: null, byName: null };

/** Logs a booking that staff made, without its people: nothing is ever erased from the log. Nothing for others. */
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
