/** Reads the events that decide the state of a booking (domain/booking-state.ts). */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { ReportedEvent } from "../domain/receiver-question.ts";
import { EVENT_FACTS, EVENT_KINDS, isQuietKind } from "../domain/event-kinds.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { acts, bookingEvents } from "../platform/db/schema.ts";
import { phoneOfAct } from "../platform/operations/act.server.ts";

/** The kinds of events that decide a booking's status. */
const STATE_KINDS = EVENT_KINDS.filter((kind) => !isQuietKind(kind) && kind !== "corrected");
/** The kinds of events that have a status: the status that staff set, or the status that the event leads to. */
export const STATUS_KINDS = EVENT_KINDS.filter(
  (kind) => kind === "status_set" || EVENT_FACTS[kind].leadsTo !== null,
);

/** The condition that an event was not undone. */
export const notUndone = sql`not exists (select from booking_events u where u.booking_id = ${bookingEvents.bookingId} and u.undoes = ${bookingEvents.id})`;

/** Reads the events that decide the states of these bookings, with the reasons, grouped by booking. */
export async function stateEventsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, ReportedEvent[]>> {
  if (ids.length === 0) return new Map();
  const { id, bookingId, kind, occurredAt, toStatus, piece, undoes, reason } = bookingEvents;
  const rows = await tx
    .select({ id, bookingId, kind, occurredAt, toStatus, piece, undoes, reason, phone: phoneOfAct })
    .from(bookingEvents)
    .innerJoin(acts, eq(acts.id, bookingEvents.actId))
    .where(
      and(
        sql`${bookingEvents.bookingId} = any(${sql.param(ids)}::uuid[])`,
        inArray(bookingEvents.kind, STATE_KINDS),
      ),
    )
    .prepare("state_events")
    .execute();
  const found = new Map<string, ReportedEvent[]>();
  for (const { bookingId, ...event } of rows) found.set(bookingId, [...(found.get(bookingId) ?? []), event]);
  return found;
}
