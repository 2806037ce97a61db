/** TRIP-21: reads failed deliveries that are back in a hub and go out again. */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { ROAD_KINDS, type EventKind } from "../../domain/event-kinds.ts";
import { FAILURE_REASONS, failureReason, type FailureReason } from "../../domain/failure-reasons.ts";
import { readablePieceCode } from "../../domain/piece-code.ts";
import { notUndone } from "../../history/state-events.server.ts";
import { planColumn } from "../../parcels/receiver-choices/read-choices.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingEvents, bookings, exceptions, hubs, pieces, runPieces } from "../../platform/db/schema.ts";
import { pieceColumns } from "../runs/pieces-of-run.server.ts";

const COUNTING = FAILURE_REASONS.filter((reason) => failureReason(reason).countsAsAttempt);
const DONE_SINCE: EventKind[] = [
  ...ROAD_KINDS.filter((kind) => kind !== "arrived_at_hub" && kind !== "attempted"),
  "status_set",
  "cancelled",
];
/** The most pieces in the list. No hub can send out so many on one day. */
const MOST = 500;

export type Reattempt = {
  pieceId: string;
  bookingId: string;
  booking: string;
  code: string;
  hubId: string;
  hub: string;
  name: string;
  phone: string;
  address: string;
  town: string | null;
  state: string;
  attempts: number;
  /**
   * True if dispatch must ask the sender before another attempt, because the parcel was refused or its last allowed
   * attempt failed.
   */
  asksSender: boolean;
  /** CHOICE-2: what the receiver chose: a day, 'hold' or 'refuse'. */
  plan: string | null;
  reason: FailureReason | null;
  failedAt: Date;
};

/**
 * Returns the pieces of failed bookings that are in a hub and on no run, the longest waiting first.
 * `pieceIds`: only pieces with these ids are returned.
 */
export async function readReattempts(
  db: Pick<Db, "select">,
  { hubId = null, pieceIds = null }: { hubId?: string | null; pieceIds?: readonly string[] | null },
): Promise<Reattempt[]> {
  const attempts = sql<number>`(select count(distinct (e.occurred_at, e.run_id)) from ${bookingEvents} e
    where e.booking_id = ${bookings.id} and e.kind = 'attempted' and e.reason in ${COUNTING}
    and not exists (select from ${bookingEvents} u where u.booking_id = e.booking_id and u.undoes = e.id))`.mapWith(
    Number,
  );
  const last = db
    .select({
      bookingId: bookingEvents.bookingId,
      reason: bookingEvents.reason,
      occurredAt: bookingEvents.occurredAt,
    })
    .from(bookingEvents)
    .where(and(eq(bookingEvents.bookingId, bookings.id), eq(bookingEvents.kind, "attempted"), notUndone))
    .orderBy(sql`${bookingEvents.occurredAt} desc`)
    .limit(1)
    .as("last_attempt");
  const rows = await db
    .select({
      ...pieceColumns,
      hubId: hubs.id,
      hub: hubs.name,
      name: bookings.receiverName,
      phone: bookings.receiverPhone,
      address: bookings.receiverAddress,
      town: bookings.receiverTown,
      state: bookings.receiverState,
      attempts,
      asksSender: sql<boolean>`exists (select from ${exceptions} x where x.booking_id = ${bookings.id} and x.closed_at is null
        and x.kind in ('refused', 'attempts_used'))`,
      plan: planColumn,
      reason: last.reason,
      failedAt: last.occurredAt,
    })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .innerJoin(hubs, eq(hubs.id, pieces.holderId))
    .innerJoinLateral(last, sql`true`)
    .where(
      and(
        eq(pieces.holderKind, "hub"),
        hubId ? eq(pieces.holderId, hubId) : undefined,
        pieceIds ? inArray(pieces.id, [...pieceIds]) : undefined,
        eq(pieces.returning, false),
        // After the failed attempt, only the arrival of the piece in the hub may have been recorded. Any other newer
        // event means that the failure was already handled.
        sql`not exists (select from ${bookingEvents} e where e.booking_id = ${bookings.id}
          and e.occurred_at > ${last.occurredAt} and e.kind in ${DONE_SINCE})`,
        sql`not exists (select from ${runPieces} rp where rp.piece_id = ${pieces.id} and rp.ended_at is null)`,
      ),
    )
    .orderBy(asc(last.occurredAt), asc(pieces.id))
    .limit(MOST);
  return rows.map(({ number, pieces: count, code, ...row }) => ({
    ...row,
    asksSender: row.asksSender || row.plan === "refuse",
    booking: code,
    code: readablePieceCode(code, number, count),
  }));
}
