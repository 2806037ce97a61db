/** What every change of a booking by staff shares: the lock, the version, the event and the log row. */
import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import { DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../../domain/delivery-status.ts";
import { MONEY_EVENT_KINDS } from "../../domain/event-kinds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { deliveries, deliveryEvents, orders } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";

/** `changed` is false where nothing differed: nothing was written then. */
export type Changed = { ok: true; changed: boolean; trackingCode: string; version: number };

export type LockedBooking = Exclude<Awaited<ReturnType<typeof lockBooking>>, Refusal>;

/** Locks a booking by its id or its tracking code. */
export async function lockBooking({ tx }: { tx: Tx }, by: { id: string } | { trackingCode: string }) {
  const [row] = await tx
    .select({
      id: deliveries.id,
      status: deliveries.status,
      version: deliveries.version,
      code: deliveries.trackingCode,
      to: { town: deliveries.receiverTown, state: deliveries.receiverState },
      orderId: deliveries.orderId,
      storeId: orders.partnerId,
    })
    .from(deliveries)
    .leftJoin(orders, eq(orders.id, deliveries.orderId))
    .where("id" in by ? eq(deliveries.id, by.id) : eq(deliveries.trackingCode, by.trackingCode))
    .for("no key update", { of: deliveries });
  return row ?? refuse("not_found", "unknown_booking");
}

/** The live topics of the pages that show a booking or its store's order; none where nothing was changed. */
export function bookingTopics(
  { changed }: { changed: boolean },
  { code, orderId, storeId }: LockedBooking,
): Topic[] {
  if (!changed) return [];
  const order: Topic[] = orderId && storeId ? [`order:${orderId}`, `store:${storeId}`] : [];
  return [`delivery:${code}`, "deliveries", ...order];
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

/** Says who changed the booking before us, and to what. */
export async function refuseChanged(tx: Tx, booking: LockedBooking): Promise<Refusal<"conflict">> {
  const last = await lastEvent(tx, booking.id);
  const did =
    last?.kind === "corrected"
      ? "corrected its details"
      : `changed it to ${DELIVERY_STATUS_LABELS[booking.status]}`;
  return refuse("conflict", "changed_meanwhile", { who: last?.byName ?? "Someone else", did });
}

type Row = typeof deliveries.$inferInsert;
type NewEvent = Partial<typeof deliveryEvents.$inferInsert> & { toStatus: DeliveryStatus };
type Change = {
  booking: LockedBooking;
  /** What differs in the row. */
  row: Partial<Row>;
  event: NewEvent;
  /** For the activity log, behind the code. */
  description: string;
};

/** Writes a locked row under its next version, its event and its log row. */
export async function writeChange(
  { tx, actor, at }: Pick<Work<Admin>, "tx" | "actor" | "at">,
  { booking, row: differs, event, description }: Change,
): Promise<{ eventId: number; version: number }> {
  const version = booking.version + 1;
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
      byUserId: actor.person.id,
      byName: actor.person.fullName ?? actor.person.email,
    })
    .returning({ id: deliveryEvents.id });
  if (!row) throw new Error("an event was not written");
  await recordActivity(tx, actor, at, {
    action: "update_booking",
    description: `${booking.code}: ${description}`,
    entityType: "delivery",
    entityId: booking.id,
  });
  return { eventId: row.id, version };
}
