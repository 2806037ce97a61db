/** TRIP-9: what dispatch decides after a failed attempt. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { FAILURE_REASONS, failureReason, isRefusal } from "../domain/failure-reasons.ts";
import { openExceptions, type NewException } from "../notifications/open-exception.server.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { bookingEvents } from "../platform/db/schema.ts";
import type { Acting } from "../platform/operations/act.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { Written } from "./events.server.ts";
import { notUndone } from "./state-events.server.ts";

/**
 * Opens an exception for each booking whose receiver refused the parcel, and for each that has used its attempts. A refused
 * parcel is not returned at once: dispatch asks the sender.
 */
export async function openAttempts(
  { services, tx }: Acting & { services: Services },
  failed: readonly Written[],
): Promise<void> {
  if (failed.length === 0) return;
  const byBooking = new Map(failed.map((one) => [one.row.bookingId, one] as const));
  const { attempts } = await services.company(tx);
  const used = await attemptsOf(tx, [...byBooking.keys()]);
  for (const [act, own] of Map.groupBy(byBooking.values(), (one) => one.act))
    await openExceptions(
      tx,
      own.flatMap(({ row }) => decisionAfter(row, used.get(row.bookingId) ?? 0, attempts)),
      act,
    );
}

function decisionAfter(
  { bookingId, runId, hubId, reason, note }: Written["row"],
  used: number,
  attempts: number,
): NewException[] {
  if (!reason) return [];
  const about = { bookingId, runId, hubId, note: note || failureReason(reason).label };
  if (isRefusal(reason)) return [{ ...about, kind: "refused" }];
  return used >= attempts ? [{ ...about, kind: "attempts_used", details: { attempts: used } }] : [];
}

/** By booking: the number of failed attempts that count. Some reasons do not count as an attempt. */
async function attemptsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const counting = FAILURE_REASONS.filter((reason) => failureReason(reason).countsAsAttempt);
  const rows = await tx
    .select({
      id: bookingEvents.bookingId,
      // Failed pieces of one stop are one attempt.
      n: sql<number>`count(distinct (${bookingEvents.occurredAt}, ${bookingEvents.runId}))`.mapWith(Number),
    })
    .from(bookingEvents)
    .where(
      and(
        inArray(bookingEvents.bookingId, [...ids]),
        eq(bookingEvents.kind, "attempted"),
        inArray(bookingEvents.reason, counting),
        notUndone,
      ),
    )
    .groupBy(bookingEvents.bookingId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
