/** TRIP-10: a hub receives pieces from a sender, a rider or a bus. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import type { CustodyMethod, Holder } from "../../domain/custody.ts";
import type { RunOutcome } from "../../domain/run.ts";
import { endExceptions } from "../../parcels/custody/end-exceptions.server.ts";
import { SCANNED_AFTER_DELIVERY } from "../../parcels/custody/deliver-by-hand.server.ts";
import { holdChosen } from "../../parcels/receiver-choices/hold-chosen.server.ts";
import { newsWaitsSeconds } from "../../parcels/bookings/tell-of-status.server.ts";
import { movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import type { DoneBooking } from "../../history/events.server.ts";
import { lockedForDeeds } from "../../history/booking-rows.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, exceptions, pieces, runPieces, runs } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";

export type HeldSince = Holder & { since: Date | null };

export type Received = {
  pieceId: string;
  bookingId: string;
  number: number;
  /** The holder of the piece before it was received. The text that the clerk sees depends on this. */
  before: HeldSince;
  after: HeldSince;
  /** True if this hub already held the piece, so that no hand-over was written. */
  here: boolean;
  /** True if an open exception said that the piece was missing or its hand-over not confirmed. It is now closed. */
  asked: boolean;
  /** The id of the hand-over in the ledger; null if none was written. */
  entry: number | null;
  /**
   * The open run of the piece. `loaded`: true if the run brought the piece, false if the piece is only planned on it.
   * Always true for a pickup run.
   */
  run: { id: string; name: string; loaded: boolean } | null;
};

type ReceiveWork = Pick<Work<Admin>, "services" | "tx" | "actor" | "at" | "act">;
type Arrival = { hubId: string; pieceIds: readonly string[]; occurredAt: Date; method: CustodyMethod };

/**
 * Records that a hub received pieces at `occurredAt`, in the caller's transaction: adds a hand-over to the custody
 * ledger, and the event 'arrived at hub'. If the run of the pieces is known, the caller must lock the run's row first.
 *
 * A piece is removed from the run that brought it. It stays on a run on which it is only planned, or on which it was
 * loaded after `occurredAt`. Nothing changes for a piece that is already in this hub, for example at a second scan. If
 * a receiver already had the piece, it is received anyway, and an exception is opened.
 *
 * Open exceptions that say that a piece is missing, or its hand-over not confirmed, are closed. `ended`: how many were
 * closed. If `ended` is not 0, the caller must publish 'exceptions'.
 * STATUS-8: the mail about a first arrival waits, so that an undone scan mails nobody.
 */
export async function receivePieces(
  work: ReceiveWork,
  { hubId, pieceIds, occurredAt, method }: Arrival,
): Promise<{ received: Received[]; done: Map<string, DoneBooking>; ended: number }> {
  const { tx, act } = work;
  const found = (await lockPresent(tx, pieceIds, occurredAt)).map(
    ({ holderKind, holderId, heldSince, createdAt, booking, ...piece }) => ({
      ...piece,
      booking,
      bookingId: booking.id,
      before: { kind: holderKind, id: holderId, since: heldSince },
      here: holderKind === "hub" && holderId === hubId,
      // A hand-over cannot be earlier than the booking. An earlier time comes from a wrong clock of the device, so the
      // time of the booking is used instead.
      deed: new Date(Math.max(createdAt.getTime(), occurredAt.getTime())),
    }),
  );
  const arriving = found.filter(({ here }) => !here);
  const done = await addEvents(
    work,
    arriving.map(({ bookingId, number, run, deed }) => ({
      bookingId,
      piece: number,
      kind: "arrived_at_hub",
      occurredAt: deed,
      ...{ hubId, newsWaits: newsWaitsSeconds() },
      runId: run?.loaded ? run.id : null,
    })),
    new Map(arriving.map(({ booking }) => [booking.id, booking])),
  );
  const moved = await movePieces(
    work,
    arriving.map(({ pieceId, run, deed }) => ({
      pieceId,
      to: { kind: "hub", id: hubId },
      occurredAt: deed,
      method,
      runId: run?.loaded ? run.id : null,
    })),
    new Map(arriving.map(({ pieceId, before }) => [pieceId, before])),
  );
  await endBrought(tx, arriving, occurredAt);
  const bookingIds = arriving.map(({ bookingId }) => bookingId);
  await holdChosen(work, hubId, bookingIds);
  const ended = await endAnswered(
    work,
    found.filter(({ asked }) => asked).map(({ pieceId }) => pieceId),
  );
  await openExceptions(
    tx,
    arriving
      .filter(({ before, deed }) => before.kind === "receiver" && (!before.since || before.since <= deed))
      .map(({ pieceId, bookingId }) => ({
        kind: "deeds_disagree",
        pieceId,
        bookingId,
        hubId,
        note: SCANNED_AFTER_DELIVERY,
      })),
    act,
  );
  const received = found.map(({ pieceId, before, ...piece }) => ({
    pieceId,
    before,
    ...piece,
    after: moved.get(pieceId)?.after ?? before,
    entry: moved.get(pieceId)?.entry ?? null,
  }));
  return { received, done, ended };
}

async function endAnswered(work: ReceiveWork, pieceIds: readonly string[]): Promise<number> {
  if (pieceIds.length === 0) return 0;
  const words = "Received in a hub.";
  const found = await endExceptions(work, "missing", { pieceIds }, { reason: "found", words });
  const confirmed = await endExceptions(
    work,
    "unconfirmed_claim",
    { pieceIds },
    { reason: "handed_over", words },
  );
  return found + confirmed;
}

/** Locks the pieces' rows in order of code, like addEvents, so that a second receipt sees the first. */
function lockPresent(tx: Tx, ids: readonly string[], occurredAt: Date) {
  const loadedThen = sql`coalesce(${runPieces.loadedAt} <= ${occurredAt.toISOString()}::timestamptz, ${runs.kind} = 'pickup')`;
  return tx
    .select({
      pieceId: pieces.id,
      booking: lockedForDeeds,
      number: pieces.number,
      holderKind: pieces.holderKind,
      holderId: pieces.holderId,
      heldSince: pieces.heldSince,
      createdAt: bookings.createdAt,
      run: sql<Received["run"]>`case when ${runs.id} is null then null
        else json_build_object('id', ${runs.id}, 'name', ${runs.name},
          'loaded', ${loadedThen} and (${runs.state} <> 'planned' or ${runs.kind} = 'pickup')) end`,
      /** True if an open exception says that the piece is missing or its hand-over not confirmed. */
      asked: sql<boolean>`exists (select from ${exceptions} e where e.piece_id = ${pieces.id} and e.closed_at is null
        and e.kind in ('missing', 'unconfirmed_claim'))`,
    })
    .from(bookings)
    .innerJoin(pieces, eq(pieces.bookingId, bookings.id))
    .leftJoin(runPieces, and(eq(runPieces.pieceId, pieces.id), isNull(runPieces.endedAt)))
    .leftJoin(runs, eq(runs.id, runPieces.runId))
    .where(sql`${pieces.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(bookings.trackingCode), asc(pieces.id))
    .for("no key update", { of: [bookings, pieces] })
    .prepare("lock_present")
    .execute();
}

/**
 * Removes the pieces from the runs that brought them. Their outcome is 'returned to hub' on a delivery run, and
 * 'arrived' on any other run.
 */
async function endBrought(
  tx: Tx,
  arriving: readonly { pieceId: string; run: Received["run"] }[],
  at: Date,
): Promise<void> {
  const brought = arriving.filter(({ run }) => run?.loaded);
  if (brought.length === 0) return;
  const outcome = sql<RunOutcome>`case (select kind from ${runs} where ${runs.id} = ${runPieces.runId})
    when 'delivery' then 'returned_to_hub' else 'arrived' end`;
  await tx
    .update(runPieces)
    .set({ outcome, endedAt: at })
    .where(
      and(
        sql`${runPieces.pieceId} = any(${sql.param(brought.map(({ pieceId }) => pieceId))}::uuid[])`,
        isNull(runPieces.endedAt),
      ),
    );
}
