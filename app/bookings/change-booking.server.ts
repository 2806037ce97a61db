/** What every change of a booking by staff shares: the lock, the idempotency key, the version, the event and the log row. */
import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { Admin } from "../domain/actor.ts";
import { DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";
import { MONEY_EVENT_KINDS } from "../domain/event-kinds.ts";
import { refusal, type Permission } from "../domain/permissions.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { deliveries, deliveryEvents, orders } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import {
  claimKey,
  idempotencyKey,
  withClaimedKey,
  type IdempotencyKey,
} from "../platform/idempotency/idempotency.server.ts";
import type { Topic } from "../platform/live/live.server.ts";
import type { Services } from "../platform/services.server.ts";

/** `changed` is false where nothing differed: nothing was written then. */
export type ChangeResult = Result<
  { changed: boolean; trackingCode: string; version: number },
  "invalid" | "forbidden" | "not_found" | "conflict"
>;

/** The stored result of a change under its idempotency key. */
type Kept = { version: number };

export type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>;
type Write = (tx: Tx, booking: LockedBooking, form: IdempotencyKey) => Promise<ChangeResult | null>;

/**
 * One transaction for a change of one booking, once for a key; the pages that show it are notified. `work` returns null
 * where the key was used meanwhile. `what` is what a conflict of the key says was not done.
 */
export async function changeBooking(
  services: Services,
  admin: Admin,
  of: { permission: Permission; id: string; content: object; key: string; what: string },
  work: Write,
): Promise<ChangeResult> {
  const refused = refusal(admin.role, of.permission);
  if (refused) return refuse("forbidden", refused);
  const { db, live } = services;
  const form = idempotencyKey(services, of.key, of.content);
  const { topics, result } = await db.transaction(async (tx) => {
    const booking = await lockBooking(tx, of.id);
    if (!booking)
      return { topics: [], result: refuse("not_found", "This booking was removed or the link is wrong.") };
    const { orderId, storeId } = booking;
    const topics: Topic[] = orderId && storeId ? [`order:${orderId}`, `store:${storeId}`] : [];
    const result = await withClaimedKey<Kept, ChangeResult>(
      tx,
      form,
      {
        repeat: ({ version }) => ({ ok: true, changed: true, trackingCode: booking.code, version }),
        conflict: () =>
          `This form already changed a booking, so ${of.what}. Load the page again, then choose again.`,
      },
      () => work(tx, booking, form),
    );
    return { topics, result };
  });
  if (result.ok && result.changed) live.publish(`delivery:${result.trackingCode}`, "deliveries", ...topics);
  return result;
}

async function lockBooking(tx: Tx, id: string) {
  const [row] = await tx
    .select({
      id: deliveries.id,
      status: deliveries.status,
      version: deliveries.version,
      code: deliveries.trackingCode,
      orderId: deliveries.orderId,
      storeId: orders.partnerId,
    })
    .from(deliveries)
    .leftJoin(orders, eq(orders.id, deliveries.orderId))
    .where(eq(deliveries.id, id))
    .for("no key update", { of: deliveries });
  return row ?? null;
}

/** The newest event of a booking; one about money changes nothing that staff set here, and does not count. */
export async function lastEvent(tx: Tx, deliveryId: string, more = sql`true`) {
  const [last] = await tx
    .select()
    .from(deliveryEvents)
    .where(
      and(
        eq(deliveryEvents.deliveryId, deliveryId),
        notInArray(deliveryEvents.kind, [...MONEY_EVENT_KINDS]),
        more,
      ),
    )
    .orderBy(desc(deliveryEvents.id))
    .limit(1);
  return last ?? null;
}

/** The newest event that gave the booking a status it had before. */
export const lastEventTo = (tx: Tx, deliveryId: string, status: DeliveryStatus) =>
  lastEvent(
    tx,
    deliveryId,
    sql`${deliveryEvents.toStatus} = ${status} and ${deliveryEvents.kind} = 'status_set'`,
  );

/** Who changed the booking before us, and to what. */
export async function whoWasFaster(tx: Tx, booking: LockedBooking): Promise<string> {
  const last = await lastEvent(tx, booking.id);
  const who = last?.byName ?? "Someone else";
  const did =
    last?.kind === "corrected"
      ? "corrected its details"
      : `changed it to ${DELIVERY_STATUS_LABELS[booking.status]}`;
  return `${who} ${did}. Check it, then try again.`;
}

type Row = typeof deliveries.$inferInsert;
type NewEvent = Partial<typeof deliveryEvents.$inferInsert> & { toStatus: DeliveryStatus };
type Change = {
  admin: Admin;
  booking: LockedBooking;
  form: IdempotencyKey;
  /** What differs in the row. */
  row: Partial<Row>;
  event: NewEvent;
  /** For the activity log, behind the code. */
  description: string;
};

/** Writes the row under its next version, its event and its log row; null where the key was used meanwhile. */
export async function writeChange(
  services: Services,
  tx: Tx,
  { admin, booking, form, row: differs, event, description }: Change,
): Promise<{ eventId: number; version: number } | null> {
  const at = services.now();
  const version = booking.version + 1;
  if (!(await claimKey(tx, form, { version } satisfies Kept, at))) return null;
  await tx
    .update(deliveries)
    .set({ ...differs, version, updatedAt: at })
    .where(and(eq(deliveries.id, booking.id), eq(deliveries.version, booking.version)));
  const [row] = await tx
    .insert(deliveryEvents)
    .values({
      ...event,
      deliveryId: booking.id,
      at,
      fromStatus: booking.status,
      byUserId: admin.person.id,
      byName: admin.person.fullName ?? admin.person.email,
    })
    .returning({ id: deliveryEvents.id });
  if (!row) throw new Error("an event was not written");
  await recordActivity(tx, admin, at, {
    action: "update_booking",
    description: `${booking.code}: ${description}`,
    entityType: "delivery",
    entityId: booking.id,
  });
  return { eventId: row.id, version };
}
