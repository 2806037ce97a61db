/** CUSTODY-2: the event that overrules a late report. */
import { and, desc, eq, gt, inArray } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";
import { bookingEvents } from "../platform/db/schema.ts";
import { notUndone, STATUS_KINDS } from "./state-events.server.ts";

/**
 * The event that last gave the booking a status, if it happened after `moment`; otherwise null. Undone events do not
 * count.
 */
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
        notUndone,
      ),
    )
    .orderBy(desc(bookingEvents.occurredAt), desc(bookingEvents.id))
    .limit(1);
  return newest ?? null;
}

export type NewerEvent = NonNullable<Awaited<ReturnType<typeof newestAfter>>>;
