/** TRIP-10: receiving pieces in a hub: from a sender, a rider or a bus. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { by } from "../../money/prices/money-events.server.ts";
import type { Admin } from "../../access/actor.ts";
import type { CustodyMethod } from "../../domain/custody.ts";
import type { RunOutcome } from "../../domain/run.ts";
import { endExceptions } from "../../parcels/custody/end-exceptions.server.ts";
import { movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { openExceptions } from "../../parcels/custody/open-exception.server.ts";
import { recordDeeds, type Deed, type DoneBooking } from "../../parcels/custody/record-deeds.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces, runPieces, runs } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";

export type Received = {
  pieceId: string;
  bookingId: string;
  number: number;
  /** Where it was before, so that the answer says what was expected. */
  from: "sender" | "hub" | "rider" | "partner" | "receiver" | "lost";
  /** It was here already: nothing was written. */
  here: boolean;
  /** The open run that brought it (`loaded`), or that it is planned on; null without one. What a pickup run was to fetch came with it. */
  run: { id: string; name: string; loaded: boolean } | null;
};

type ReceiveWork = Pick<Work<Admin>, "services" | "tx" | "actor" | "at">;

/**
 * Gives pieces to a hub by a deed at `occurredAt`, in the caller's transaction: hand-over and event 'arrived at hub'. A run that brought
 * it is over for the piece; one that it is only planned on stays. A piece that is in this hub already is left as it is. A piece that its
 * receiver has by what we know is received all the same, and two deeds that disagree are an exception. One that was missing is found, and a
 * hand-over that was only claimed is confirmed: those exceptions end. Lock the run before, where one is known. `ended`: publish 'exceptions' then.
 */
export async function receivePieces(
  work: ReceiveWork,
  {
    hubId,
    pieceIds,
    occurredAt,
    method,
  }: { hubId: string; pieceIds: readonly string[]; occurredAt: Date; method: CustodyMethod },
): Promise<{ received: Received[]; done: Map<string, DoneBooking>; ended: number }> {
  const { tx, actor, at } = work;
  await lockBookings(tx, pieceIds);
  const found = await present(tx, pieceIds);
  const received = found.map(({ holderKind, holderId, ...piece }) => ({
    ...piece,
    from: holderKind,
    here: holderKind === "hub" && holderId === hubId,
  }));
  const arriving = received.filter(({ here }) => !here);
  const deeds = arriving.map(({ bookingId, number, run, createdAt }): Deed => ({
    bookingId,
    piece: number,
    kind: "arrived_at_hub",
    // Not before it was booked: the clock of the device that scanned it was wrong.
    occurredAt: new Date(Math.max(createdAt.getTime(), occurredAt.getTime())),
    hubId,
    runId: run?.loaded ? run.id : null,
  }));
  const done = await recordDeeds(work, deeds);
  await movePieces(
    work,
    arriving.map(({ pieceId, run }) => ({
      pieceId,
      to: { kind: "hub", id: hubId },
      occurredAt,
      method,
      runId: run?.loaded ? run.id : null,
    })),
  );
  await endBrought(tx, arriving, occurredAt);
  const ended = await endAnswered(
    work,
    arriving.map(({ pieceId }) => pieceId),
  );
  await openExceptions(
    tx,
    arriving
      .filter(({ from }) => from === "receiver")
      .map(({ pieceId, bookingId }) => ({
        kind: "deeds_disagree",
        pieceId,
        bookingId,
        hubId,
        note: "Scanned in the hub after it was delivered",
      })),
    { byName: by(actor).byName, at },
  );
  return { received, done, ended };
}

/** A hub has them: nobody asks any more where they are. */
async function endAnswered(work: ReceiveWork, pieceIds: readonly string[]): Promise<number> {
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

/** Two who receive the same piece take turns: the second finds it here. In the order of their codes, as recordDeeds locks them. */
async function lockBookings(tx: Tx, pieceIds: readonly string[]): Promise<void> {
  await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      sql`${bookings.id} in (select p.booking_id from ${pieces} p where p.id = any(${sql.param(pieceIds)}::uuid[]))`,
    )
    .orderBy(bookings.trackingCode)
    .for("no key update");
}

function present(tx: Tx, ids: readonly string[]) {
  return tx
    .select({
      pieceId: pieces.id,
      bookingId: pieces.bookingId,
      number: pieces.number,
      holderKind: pieces.holderKind,
      holderId: pieces.holderId,
      createdAt: bookings.createdAt,
      run: sql<Received["run"]>`case when ${runs.id} is null then null
        else json_build_object('id', ${runs.id}, 'name', ${runs.name}, 'kind', ${runs.kind},
          'loaded', (${runPieces.loadedAt} is not null or ${runs.kind} = 'pickup') and ${runs.state} <> 'planned') end`,
    })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .leftJoin(runPieces, and(eq(runPieces.pieceId, pieces.id), isNull(runPieces.endedAt)))
    .leftJoin(runs, eq(runs.id, runPieces.runId))
    .where(sql`${pieces.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(pieces.id);
}

/** Ends the places on runs that brought them: back from a delivery, or arrived with a pickup or a linehaul. */
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
