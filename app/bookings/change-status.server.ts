/** Changing the status of a booking. */
import { and, desc, eq } from "drizzle-orm";
import { claimKey, keyedForm, readReceipt } from "../platform/idempotency/idempotency.server.ts";
import { may } from "../domain/roles.ts";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import { deliveries, deliveryEvents, orders } from "../platform/db/schema.ts";
import type { Topic } from "../platform/live/live.server.ts";
import type { Services } from "../platform/services.server.ts";
import { DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";
import type { Admin } from "../domain/actor.ts";

export type StatusChange = { id: string; version: number; status: DeliveryStatus; note: string };
export type StatusChangeResult =
  /** `changed` is false where the booking had this status already: nothing was written, nor was the note. */
  | { ok: true; changed: boolean; trackingNumber: string; version: number }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "not-allowed" }
  /** The form's key was used for another change. */
  | { ok: false; reason: "key-used" }
  | { ok: false; reason: "conflict"; status: DeliveryStatus; version: number; byName: string | null };

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
  if (!may(admin.role, "changeStatus")) return { ok: false, reason: "not-allowed" };
  const at = services.now();
  const { db, jobs, live } = services;
  const form = keyedForm(services, key, { id: change.id, status: change.status, note: change.note });
  const ordered: Topic[] = [];
  const result = await db.transaction(async (tx): Promise<StatusChangeResult> => {
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
      .where(eq(deliveries.id, change.id))
      .for("update", { of: deliveries });
    if (!row) return { ok: false, reason: "not-found" };
    const earlier = await readReceipt<Kept>(tx, form);
    if (earlier && !earlier.same) return { ok: false, reason: "key-used" };
    if (earlier)
      return { ok: true, changed: true, trackingNumber: row.code, version: earlier.answer.version };
    if (row.version !== change.version) {
      const [last] = await tx
        .select({ byName: deliveryEvents.byName })
        .from(deliveryEvents)
        .where(eq(deliveryEvents.deliveryId, row.id))
        .orderBy(desc(deliveryEvents.id))
        .limit(1);
      return {
        ok: false,
        reason: "conflict",
        status: row.status,
        version: row.version,
        byName: last?.byName ?? null,
      };
    }
    if (row.status === change.status)
      return { ok: true, changed: false, trackingNumber: row.code, version: row.version };
    const version = row.version + 1;
    // Another request with the same key for another booking was first.
    const taken = await claimKey<Kept>(tx, form, { version }, at);
    if (taken) return { ok: false, reason: "key-used" };
    await tx
      .update(deliveries)
      .set({
        status: change.status,
        version,
        updatedAt: at,
        deliveredAt: change.status === "delivered" ? at : null,
      })
      .where(and(eq(deliveries.id, row.id), eq(deliveries.version, row.version)));
    const [event] = await tx
      .insert(deliveryEvents)
      .values({
        deliveryId: row.id,
        at,
        fromStatus: row.status,
        toStatus: change.status,
        byUserId: admin.person.id,
        byName: admin.person.fullName ?? admin.person.email,
        note: change.note || null,
      })
      .returning({ id: deliveryEvents.id });
    await recordActivity(tx, admin, at, {
      action: "update_booking",
      description: `${row.code}: ${DELIVERY_STATUS_LABELS[row.status]} → ${DELIVERY_STATUS_LABELS[change.status]}`,
      entityType: "delivery",
      entityId: row.id,
    });
    await jobs.add(tx, "mail", { kind: "status_changed", deliveryId: row.id, eventId: event!.id });
    if (row.orderId && row.storeId) ordered.push(`order:${row.orderId}`, `store:${row.storeId}`);
    return { ok: true, changed: true, trackingNumber: row.code, version };
  });
  if (result.ok && result.changed)
    live.publish(`delivery:${result.trackingNumber}`, "deliveries", ...ordered);
  return result;
}
