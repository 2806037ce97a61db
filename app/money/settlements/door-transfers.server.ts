/**
 * CASH-9: a transfer at the receiver's door. Dispatch is asked if it arrived, and the reply reaches the rider's phone.
 */
import { and, desc, eq, inArray } from "drizzle-orm";
import { formatNaira } from "../../domain/money.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { exceptions } from "../../platform/db/schema.ts";
import type { Acting } from "../../platform/operations/act.server.ts";

export type AskedTransfer = { bookingId: string; kobo: number; runId: string | null; hubId?: string | null };

/**
 * Asks dispatch if a transfer of kobo for a booking has arrived: opens an exception with a time limit, in the caller's
 * transaction. If such an exception is already open for the booking, nothing changes. The caller must publish the topic
 * 'exceptions' after the commit.
 */
export async function askTransfer(
  { tx, act }: Acting,
  { bookingId, kobo, runId, hubId = null }: AskedTransfer,
): Promise<void> {
  await openExceptions(
    tx,
    [
      {
        kind: "transfer_to_confirm",
        ...{ bookingId, runId, hubId },
        note: `${formatNaira(kobo)} by transfer at the door`,
        details: { kobo },
      },
    ],
    act,
  );
}

/**
 * The state of a transfer at the receiver's door. `not_found`: dispatch did not find the money. `at`: the time of
 * dispatch's reply, or of the question while there is no reply.
 */
export type DoorTransfer = { kobo: number; state: "waiting" | "paid" | "not_found"; at: Date };

/**
 * The last question about a transfer for each booking that has one. For the rider's phone, and for staff with
 * `readMoney`.
 */
export async function transfersOf(
  db: Pick<Db, "selectDistinctOn">,
  bookingIds: readonly string[],
): Promise<Map<string, DoorTransfer>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([exceptions.bookingId], {
      id: exceptions.bookingId,
      details: exceptions.details,
      openedAt: exceptions.openedAt,
      closedAt: exceptions.closedAt,
      closeReason: exceptions.closeReason,
    })
    .from(exceptions)
    .where(and(eq(exceptions.kind, "transfer_to_confirm"), inArray(exceptions.bookingId, [...bookingIds])))
    .orderBy(exceptions.bookingId, desc(exceptions.openedAt), desc(exceptions.id));
  return new Map(
    rows.flatMap(({ id, details, openedAt, closedAt, closeReason }) => {
      const kobo = Number(details?.["kobo"] ?? 0);
      const state = closedAt === null ? "waiting" : closeReason === "money_in" ? "paid" : "not_found";
      return id === null ? [] : [[id, { kobo, state, at: closedAt ?? openedAt }] as const];
    }),
  );
}
