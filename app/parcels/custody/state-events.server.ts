/** The events from which the state of a booking follows (domain/booking-state.ts). */
import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { StateEvent } from "../../domain/booking-state.ts";
import { EVENT_FACTS, EVENT_KINDS, isMoneyEvent, isStaffEvent } from "../../domain/event-kinds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents } from "../../platform/db/schema.ts";

/** Kinds that say something about the status. */
const STATE_KINDS = EVENT_KINDS.filter(
  (kind) => !isMoneyEvent(kind) && !isStaffEvent(kind) && kind !== "corrected",
);
/** Kinds that give a status: it was set by hand, or follows from the deed. */
const STATUS_KINDS = EVENT_KINDS.filter(
  (kind) => kind === "status_set" || EVENT_FACTS[kind].leadsTo !== null,
);

/** All of them, by booking. */
export async function stateEventsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, StateEvent[]>> {
  const rows = await tx
    .select({
      id: bookingEvents.id,
      bookingId: bookingEvents.bookingId,
      kind: bookingEvents.kind,
      occurredAt: bookingEvents.occurredAt,
      toStatus: bookingEvents.toStatus,
      piece: bookingEvents.piece,
      undoes: bookingEvents.undoes,
    })
    .from(bookingEvents)
    .where(
      and(
        sql`${bookingEvents.bookingId} = any(${sql.param(ids)}::uuid[])`,
        inArray(bookingEvents.kind, STATE_KINDS),
      ),
    );
  const found = new Map<string, StateEvent[]>();
  for (const { bookingId, ...event } of rows) found.set(bookingId, [...(found.get(bookingId) ?? []), event]);
  return found;
}

/** What gave the booking a status last, by when it happened, if that was after `moment`; null where nothing did. An undone event did not happen. */
export async function newestAfter(tx: Tx, bookingId: string, moment: Date) {
  const [newest] = await tx
    .select({
      kind: bookingEvents.kind,
      toStatus: bookingEvents.toStatus,
      occurredAt: bookingEvents.occurredAt,
      byName: bookingEvents.byName,
    })
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.bookingId, bookingId),
        gt(bookingEvents.occurredAt, moment),
        inArray(bookingEvents.kind, STATUS_KINDS),
        sql`not exists (select from booking_events u where u.booking_id = ${bookingId} and u.undoes = ${bookingEvents.id})`,
      ),
    )
    .orderBy(desc(bookingEvents.occurredAt), desc(bookingEvents.id))
    .limit(1);
  return newest ?? null;
}

export type NewerEvent = NonNullable<Awaited<ReturnType<typeof newestAfter>>>;
