/**
 * DEED-5: facts about the deeds of a request. They are read once, after all rows are locked, so that most deeds need no
 * queries of their own. The deeds of the request do not change these facts, because the times are only of entries by
 * staff.
 */
import { and, eq, inArray, isNotNull, isNull, max, or, sql } from "drizzle-orm";
import { ROAD_KINDS } from "../../domain/event-kinds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { acts, bookingEvents, custodyEntries, riderDeeds } from "../../platform/db/schema.ts";
import type { Deed } from "./protocol.ts";

export type KnownBefore = {
  /** By booking: the time of the newest event that staff entered. */
  staffUntil: Map<string, Date>;
  /**
   * By piece: the time of the newest hand-over to a rider or partner that nobody scanned, even if it was reversed: staff entered
   * it from a list, or two riders told it.
   */
  unseenUntil: Map<string, Date>;
  /** The ids of deeds that another deed undoes or corrects, in the database or in this request. */
  takenBack: Set<string>;
};

/** The condition of hand-overs to a rider or partner that nobody scanned, for a query that joins their acts. */
export const unseen = and(
  or(eq(custodyEntries.method, "list"), eq(acts.kind, "received_from_rider")),
  eq(custodyEntries.claim, false),
  inArray(custodyEntries.toKind, ["rider", "partner"]),
)!;

export async function knownBefore(
  tx: Tx,
  deeds: readonly Deed[],
  known: readonly { pieceId: string; bookingId: string }[],
): Promise<KnownBefore> {
  const staff = await tx
    .select({ id: bookingEvents.bookingId, until: max(bookingEvents.occurredAt) })
    .from(bookingEvents)
    .where(
      and(
        sql`${bookingEvents.bookingId} = any(${sql.param(known.map(({ bookingId }) => bookingId))}::uuid[])`,
        isNotNull(bookingEvents.byUserId),
        inArray(bookingEvents.kind, [...ROAD_KINDS, "status_set", "cancelled"]),
      ),
    )
    .groupBy(bookingEvents.bookingId);
  const listed = await tx
    .select({ id: custodyEntries.pieceId, until: max(custodyEntries.occurredAt) })
    .from(custodyEntries)
    .innerJoin(acts, eq(acts.id, custodyEntries.actId))
    .where(
      and(
        sql`${custodyEntries.pieceId} = any(${sql.param(known.map(({ pieceId }) => pieceId))}::uuid[])`,
        unseen,
        isNull(custodyEntries.reverses),
      ),
    )
    .groupBy(custodyEntries.pieceId);
  const taken = await tx
    .select({ id: riderDeeds.about })
    .from(riderDeeds)
    .where(
      and(
        sql`${riderDeeds.about} = any(${sql.param(deeds.map(({ id }) => id))}::uuid[])`,
        inArray(riderDeeds.kind, ["undo", "corrected"]),
      ),
    );
  const coming = deeds.flatMap(({ did }) => ("of" in did ? [did.of] : []));
  return {
    staffUntil: byId(staff),
    unseenUntil: byId(listed),
    takenBack: new Set([...taken.flatMap(({ id }) => id ?? []), ...coming]),
  };
}

const byId = (rows: readonly { id: string; until: Date | null }[]): Map<string, Date> =>
  new Map(rows.flatMap(({ id, until }) => (until ? [[id, until] as const] : [])));
