/** CUSTODY-2: finds the newer event that prevents a late report from changing the status. */
import { and, desc, eq, gt, inArray } from "drizzle-orm";
import type { ReportedEvent } from "../domain/receiver-question.ts";
import { pickColumns, type Tx } from "../platform/db/client.server.ts";
import { bookingEvents } from "../platform/db/schema.ts";
import { notUndone, STATUS_KINDS } from "./state-events.server.ts";

/**
 * Finds the event that gave the booking its last status, if it happened after `moment`. Undone events do not count.
 */
export async function newestAfter(tx: Tx, bookingId: string, moment: Date) {
  const [newest] = await tx
    .select(pickColumns(bookingEvents, "kind", "toStatus", "occurredAt", "byName"))
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.bookingId, bookingId),
        gt(bookingEvents.occurredAt, moment),
        inArray(bookingEvents.kind, STATUS_KINDS),
        notUndone,
      ),
    )
    .orderBy(desc(bookingEvents.occurredAt), desc(bookingEvents.id))
    .limit(1);
  return newest ?? null;
}

export type NewerEvent = NonNullable<Awaited<ReturnType<typeof newestAfter>>>;

/** Returns the time of the newest of these events that has a status and was not undone, or null. */
export function newestStatusAt(events: readonly ReportedEvent[]): Date | null {
  const undone = new Set(events.map(({ undoes }) => undoes));
  const times = events
    .filter(({ id, kind }) => STATUS_KINDS.includes(kind) && !undone.has(id))
    .map(({ occurredAt }) => occurredAt.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}
