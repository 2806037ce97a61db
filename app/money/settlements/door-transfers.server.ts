/**
 * CASH-9: if a receiver pays by transfer at the door, dispatch is asked whether the money has arrived. Reads these
 * questions and dispatch's replies, for the rider's phone.
 */
import { and, desc, eq, inArray } from "drizzle-orm";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import { exceptions } from "../../platform/db/schema.ts";

/** `not_found` means that dispatch did not find the money. `at` is the time of the reply, or of the open question. */
export type DoorTransfer = { kobo: number; state: "waiting" | "paid" | "not_found"; at: Date };

/**
 * Returns the last question about a transfer for each booking. For riders' phones, and for staff with the permission
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
      ...pickColumns(exceptions, "details", "openedAt", "closedAt", "closeReason"),
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
