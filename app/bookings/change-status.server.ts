/** Changing the status of a booking. */
import { and, desc, eq } from "drizzle-orm";
import {
  claimKey,
  findKey,
  idempotencyKey,
  withIdempotency,
  type IdempotencyKey,
} from "../platform/idempotency/idempotency.server.ts";
import { refusal } from "../domain/roles.ts";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { deliveries, deliveryEvents, orders } from "../platform/db/schema.ts";
import type { Topic } from "../platform/live/live.server.ts";
import type { Services } from "../platform/services.server.ts";
import { DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";
import type { Admin } from "../domain/actor.ts";

export type StatusChange = { id: string; version: number; status: DeliveryStatus; note: string };
/** `changed` is false where the booking had this status already: nothing was written then, the note neither. */
export type StatusChangeResult = Result<
  { changed: boolean; trackingNumber: string; version: number },
  "forbidden" | "not_found" | "conflict"
>;

/** The stored result of a change under its idempotency key. */
type Kept = { version: number };

/**
 * Sets the status of a booking: row, event, activity-log row and the sender's mail job in one transaction (STATUS-2).
 * Refuses roles that only read (STAFF-4), and a change on a version that somebody else has changed meanwhile
 * (STATUS-3). The same status is no change (STATUS-4). The same idempotency key again returns the first result; with
 * other content it is refused. Notifies the pages that show the booking or the store's order.
 */
export async function changeStatus(
  services: Services,
  admin: Admin,
  change: StatusChange,
  key: string,
): Promise<StatusChangeResult> {
  const refused = refusal(admin.role, "changeStatus");
  if (refused) return refuse("forbidden", refused);
  const { db, live } = services;
  const form = idempotencyKey(services, key, { id: change.id, status: change.status, note: change.note });
  const { topics, result } = await db.transaction(async (tx) => {
    const booking = await lockBooking(tx, change.id);
    if (!booking)
      return { topics: [], result: refuse("not_found", "This booking was removed or the link is wrong.") };
    const { orderId, storeId } = booking;
    const topics: Topic[] = orderId && storeId ? [`order:${orderId}`, `store:${storeId}`] : [];
    const result = await withIdempotency<Kept, StatusChangeResult>(
      form,
      {
        find: () => findKey<Kept>(tx, form),
        repeat: ({ version }) => ({ ok: true, changed: true, trackingNumber: booking.code, version }),
        conflict: () =>
          `This form has changed a booking before, so ${DELIVERY_STATUS_LABELS[change.status]} was not set. Load the page again and choose it once more.`,
      },
      () => writeStatus(services, tx, { admin, booking, change, form }),
    );
    return { topics, result };
  });
  if (result.ok && result.changed) live.publish(`delivery:${result.trackingNumber}`, "deliveries", ...topics);
  return result;
}

type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>;

async function lockBooking(tx: Tx, id: string) {
  const [row] = await tx
    .select({
      id: deliveries.id,
      status: deliveries.status,
      version: deliveries.version,
      code: deliveries.trackingNumber,
      orderId: deliveries.orderId,
      storeId: orders.partnerId,
    })
    .from(deliveries)
    .leftJoin(orders, eq(orders.id, deliveries.orderId))
    .where(eq(deliveries.id, id))
    .for("update", { of: deliveries });
  return row ?? null;
}

/** Null where the form's key has changed another booking meanwhile. */
async function writeStatus(
  { jobs, now }: Services,
  tx: Tx,
  {
    admin,
    booking,
    change,
    form,
  }: { admin: Admin; booking: LockedBooking; change: StatusChange; form: IdempotencyKey },
): Promise<StatusChangeResult | null> {
  const at = now();
  if (booking.version !== change.version) {
    const [last] = await tx
      .select({ byName: deliveryEvents.byName })
      .from(deliveryEvents)
      .where(eq(deliveryEvents.deliveryId, booking.id))
      .orderBy(desc(deliveryEvents.id))
      .limit(1);
    return refuse(
      "conflict",
      `${last?.byName ?? "Somebody else"} changed it to ${DELIVERY_STATUS_LABELS[booking.status]} meanwhile. Check it, then try again.`,
    );
  }
  if (booking.status === change.status)
    return { ok: true, changed: false, trackingNumber: booking.code, version: booking.version };
  const version = booking.version + 1;
  if (!(await claimKey(tx, form, { version } satisfies Kept, at))) return null;
  await tx
    .update(deliveries)
    .set({
      status: change.status,
      version,
      updatedAt: at,
      deliveredAt: change.status === "delivered" ? at : null,
    })
    .where(and(eq(deliveries.id, booking.id), eq(deliveries.version, booking.version)));
  const [event] = await tx
    .insert(deliveryEvents)
    .values({
      deliveryId: booking.id,
      at,
      fromStatus: booking.status,
      toStatus: change.status,
      byUserId: admin.person.id,
      byName: admin.person.fullName ?? admin.person.email,
      note: change.note || null,
    })
    .returning({ id: deliveryEvents.id });
  if (!event) throw new Error("an event was not written");
  await recordActivity(tx, admin, at, {
    action: "update_booking",
    description: `${booking.code}: ${DELIVERY_STATUS_LABELS[booking.status]} → ${DELIVERY_STATUS_LABELS[change.status]}`,
    entityType: "delivery",
    entityId: booking.id,
  });
  await jobs.add(tx, "mail", { kind: "status_changed", deliveryId: booking.id, eventId: event.id });
  return { ok: true, changed: true, trackingNumber: booking.code, version };
}
