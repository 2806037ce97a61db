/** CASH-2: finds the cash holder: the rider who delivered or picked up the parcel, or the hub with the counter. */
import { and, asc, desc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { ownHub } from "../../access/own-hub.server.ts";
import type { CashHolder } from "../../domain/cash.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingEvents, bookings, hubs, riders, runs } from "../../platform/db/schema.ts";
import { holderValue } from "./holder-field.ts";

type Reader = Pick<Db, "select">;

export type DeliveryHolder = { holder: CashHolder | null; at: Date; runId: string | null };

/** Returns the rider or hub in the newest of the booking's events that have one of these kinds, or null. */
export async function whoDelivered(
  db: Reader,
  bookingId: string,
  kinds: readonly ("delivered" | "returned" | "picked_up")[] = ["delivered", "returned"],
): Promise<DeliveryHolder | null> {
  const [event] = await db
    .select({
      at: bookingEvents.occurredAt,
      runId: bookingEvents.runId,
      hubId: bookingEvents.hubId,
      riderId: runs.riderId,
    })
    .from(bookingEvents)
    .leftJoin(runs, eq(runs.id, bookingEvents.runId))
    .where(
      and(
        eq(bookingEvents.bookingId, bookingId),
        inArray(bookingEvents.kind, [...kinds]),
        or(isNotNull(bookingEvents.runId), isNotNull(bookingEvents.hubId)),
      ),
    )
    .orderBy(desc(bookingEvents.occurredAt), desc(bookingEvents.id))
    .limit(1);
  if (!event) return null;
  const { at, runId, hubId, riderId } = event;
  const holder: CashHolder | null = riderId
    ? { kind: "rider", id: riderId }
    : hubId && !runId
      ? { kind: "hub", id: hubId }
      : null;
  return { holder, at, runId };
}

/**
 * Finds who took the cash. If the price is paid at pickup, delivery or return, this is the rider or hub of that
 * hand-over. Otherwise it is the hub of the member of staff who records the payment.
 */
export async function whoTookCash(
  db: Reader,
  bookingId: string,
  actor: Pick<Admin, "memberId">,
): Promise<CashHolder | null> {
  const [booking] = await db
    .select({ paysDelivery: bookings.paysDelivery })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  const paid = booking?.paysDelivery;
  const deed =
    // The sender of a returned parcel pays when the parcel is handed back.
    (await whoDelivered(db, bookingId, ["returned"])) ??
    (paid === "receiver"
      ? await whoDelivered(db, bookingId)
      : paid === "sender_pickup"
        ? await whoDelivered(db, bookingId, ["picked_up"])
        : null);
  if (deed?.holder) return deed.holder;
  const hub = await ownHub(db, actor);
  return hub === null ? null : { kind: "hub", id: hub };
}

export async function isHolder(db: Reader, { kind, id }: CashHolder): Promise<boolean> {
  const table = kind === "rider" ? riders : hubs;
  const rows = await db.select({ id: table.id }).from(table).where(eq(table.id, id));
  return rows.length > 0;
}

export type HolderChoice = { value: string; label: string };

/** Returns the riders of the booking's runs, and the hubs. Empty if the company has no hub. */
export async function holderChoices(db: Reader, bookingId: string): Promise<HolderChoice[]> {
  const places = await db
    .select({ id: hubs.id, name: hubs.name, code: hubs.code })
    .from(hubs)
    .where(eq(hubs.active, true))
    .orderBy(asc(hubs.name));
  if (places.length === 0) return [];
  const people = await db
    .select({ id: riders.id, name: riders.name })
    .from(riders)
    .where(
      sql`${riders.id} in (select r.rider_id from ${bookingEvents} e join ${runs} r on r.id = e.run_id where e.booking_id = ${bookingId})`,
    )
    .orderBy(asc(riders.name));
  return [
    ...people.map(({ id, name }) => ({ value: holderValue({ kind: "rider", id }), label: name })),
    ...places.map(({ id, name, code }) => ({
      value: holderValue({ kind: "hub", id }),
      label: `${name} (${code})`,
    })),
  ];
}
