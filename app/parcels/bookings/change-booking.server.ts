/** The common part of every change of a booking: the row lock, the version, the event, and the log row for staff. */
import { and, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";
import { EVENT_FACTS, EVENT_KINDS, MONEY_EVENT_KINDS, STAFF_EVENT_KIND } from "../../domain/event-kinds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, bookingEvents, orders } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";

/**
 * The result of a change. `changed` is false if no value differed and nothing was written. Version and status are those
 * after the change.
 */
export type Changed = {
  ok: true;
  changed: boolean;
  trackingCode: string;
  version: number;
  status: BookingStatus;
};

export type LockedBooking = Exclude<Awaited<ReturnType<typeof lockBooking>>, Refusal>;

/** Locks the row of a booking by the booking's id or its tracking code. */
export async function lockBooking({ tx }: { tx: Tx }, by: { id: string } | { trackingCode: string }) {
  const [row] = await tx
    .select({
      id: bookings.id,
      status: bookings.status,
      version: bookings.version,
      code: bookings.trackingCode,
      pieces: bookings.pieces,
      dropOffHubId: bookings.dropOffHubId,
      createdAt: bookings.createdAt,
      to: { town: bookings.receiverTown, state: bookings.receiverState },
      orderId: bookings.orderId,
      storeId: orders.storeId,
    })
    .from(bookings)
    .leftJoin(orders, eq(orders.id, bookings.orderId))
    .where("id" in by ? eq(bookings.id, by.id) : eq(bookings.trackingCode, by.trackingCode))
    .for("no key update", { of: bookings });
  return row ?? refuse("not_found", "unknown_booking");
}

/** The live topics of the pages that show a booking or its store's order; none if nothing changed. */
export function bookingTopics(
  { changed }: { changed: boolean },
  { code, orderId, storeId }: LockedBooking,
): Topic[] {
  if (!changed) return [];
  const order: Topic[] = orderId && storeId ? [`order:${orderId}`, `store:${storeId}`] : [];
  return [`booking:${code}`, "bookings", ...order];
}

/**
 * The newest event that may have changed a value of the booking. Events about money and the team's notes change none.
 * `more` is a further condition.
 */
export async function lastEvent(tx: Tx, bookingId: string, more = sql`true`) {
  const [last] = await tx
    .select()
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.bookingId, bookingId),
        notInArray(bookingEvents.kind, [...MONEY_EVENT_KINDS, STAFF_EVENT_KIND]),
        more,
      ),
    )
    .orderBy(desc(bookingEvents.id))
    .limit(1);
  return last ?? null;
}

/** The kinds of events that state a status: staff set it by hand, or a deed on the road leads to it. */
const SAY_STATUS = EVENT_KINDS.filter((kind) => kind === "status_set" || EVENT_FACTS[kind].leadsTo !== null);

/** The newest event that gave the booking this status. */
export const lastEventTo = (tx: Tx, bookingId: string, status: BookingStatus) =>
  lastEvent(
    tx,
    bookingId,
    sql`${bookingEvents.toStatus} = ${status} and ${inArray(bookingEvents.kind, SAY_STATUS)}`,
  );

/** The refusal with the name of the person who changed the booking meanwhile, and the change. */
export async function refuseChanged(tx: Tx, booking: LockedBooking): Promise<Refusal<"conflict">> {
  const last = await lastEvent(tx, booking.id);
  const did =
    last?.kind === "corrected"
      ? "corrected its details"
      : `changed it to ${BOOKING_STATUS_LABELS[booking.status]}`;
  return refuse("conflict", "changed_meanwhile", { who: last?.byName ?? "Someone else", did });
}

type Row = typeof bookings.$inferInsert;
type NewEvent = Partial<typeof bookingEvents.$inferInsert> & { toStatus: BookingStatus };
type Change = {
  booking: LockedBooking;
  /** The columns of the booking that change. */
  row: Partial<Row>;
  event: NewEvent;
  /** The text of the activity log, which follows the code of the booking. */
  description: string;
};

/** The person who changes a booking: staff, or the sender. Only changes by staff are in the activity log. */
export type Changer = Admin | Customer | Guest;

/**
 * Writes the changes of a row-locked booking: its row with the next version, an event, and for staff a row of the
 * activity log.
 */
export async function writeChange(
  { tx, actor, act }: Pick<Work<Changer>, "tx" | "actor" | "act">,
  { booking, row: differs, event, description }: Change,
): Promise<{ eventId: number; version: number }> {
  const { at } = act;
  const version = booking.version + 1;
  await tx
    .update(bookings)
    .set({ ...differs, version, updatedAt: at })
    .where(and(eq(bookings.id, booking.id), eq(bookings.version, booking.version)));
  const [row] = await tx
    .insert(bookingEvents)
    .values({
      occurredAt: at,
      fromStatus: booking.status,
      ...event,
      bookingId: booking.id,
      actId: await act.id(event),
      receivedAt: at,
      ...act.by,
    })
    .returning({ id: bookingEvents.id });
  if (!row) throw new Error("an event was not written");
  if (actor.kind === "admin")
    await recordActivity(tx, actor, at, {
      action: "update_booking",
      description: `${booking.code}: ${description}`,
      entityType: "booking",
      entityId: booking.id,
    });
  return { eventId: row.id, version };
}
