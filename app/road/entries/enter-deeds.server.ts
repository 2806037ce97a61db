/** TRIP-9, TRIP-11: the effects of deeds that the office enters for a run, or that a rider's phone sends. */
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Admin, Rider } from "../../access/actor.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import type { Holder } from "../../domain/custody.ts";
import type { IncidentKind } from "../../domain/run.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import {
  endRunPlaces,
  movePieces,
  moveTogether,
  newestPlace,
  reopenRunPlaces,
} from "../../parcels/custody/move-pieces.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { regularStops, runPieces } from "../../platform/db/schema.ts";
import type { Act, Acting } from "../../platform/operations/act.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import { codesOf, deedOf, isStillOnRun, piecesOfRun, type PieceOfRun } from "../runs/pieces-of-run.server.ts";

export type EntryWork = Pick<Work<Admin | Rider>, "services" | "tx" | "actor" | "at" | "act">;
/** The data of a piece that an entry needs. The piece may have left the run already. */
export type EnteredPiece = Pick<PieceOfRun, "pieceId" | "number" | "bookingId" | "code" | "returning">;
type Entered = { there: readonly EnteredPiece[]; occurredAt: Date };

/**
 * A delivery at one stop. `act`: the act of this delivery, if several deliveries are written at once and each has its
 * own act.
 */
export type DeliveredStop = Entered & { run: LockedRun; note: string; act?: Act };

/**
 * Hands pieces to their receivers, and returning pieces to their senders, in the caller's transaction. The
 * stops must be of different bookings.
 */
export async function deliverPieces(work: EntryWork, stops: readonly DeliveredStop[]) {
  const all = stops.flatMap(({ there, ...stop }) => there.map((piece) => ({ piece, ...stop })));
  const done = await addEvents(
    work,
    all.map(({ piece, run, occurredAt, act = work.act, note }) => ({
      ...deedOf(piece, { kind: piece.returning ? "returned" : "delivered", run, occurredAt }),
      act,
      note: note || null,
    })),
  );
  const moved = await movePieces(
    work,
    all.map(({ piece: { pieceId, returning }, run, occurredAt, act = work.act }) => ({
      pieceId,
      to: { kind: returning ? "sender" : "receiver", id: null },
      occurredAt,
      act,
      method: "typed",
      runId: run.id,
    })),
  );
  await endAsDelivered(
    work,
    all.map(({ piece, ...stop }) => ({ pieceId: piece.pieceId, ...stop })),
  );
  for (const stop of stops) await openDisagreements(work, stop, moved);
  return { ok: true as const, delivered: all.length, codes: codesOf(done) };
}

/**
 * Records a failed attempt to deliver pieces, in the caller's transaction. For a refused parcel, and after
 * the last attempt, an exception is opened. The parcel is not returned at once, because dispatch asks the
 * sender first. An attempt at a parcel that was already delivered has no effects (CUSTODY-7).
 */
export async function attemptPieces(
  work: EntryWork,
  run: LockedRun,
  { there, occurredAt }: Entered,
  { reason, note }: { reason: FailureReason; note: string },
) {
  const done = await addEvents(
    work,
    there.map((piece) => ({
      ...deedOf(piece, { kind: "attempted", run, occurredAt }),
      reason,
      note: note || null,
    })),
  );
  return { ok: true as const, attempted: there.length, codes: codesOf(done) };
}

/**
 * Records pieces as picked up from their sender, in the caller's transaction. The pieces then belong to `holder` until
 * a hub receives them. A piece that is already in a hub stays there. A piece that was not picked up before is on the
 * run again.
 */
export async function pickUpPieces(
  work: EntryWork,
  run: LockedRun,
  { there, occurredAt }: Entered,
  holder: Holder,
) {
  const done = await addEvents(
    work,
    there.map((piece) => deedOf(piece, { kind: "picked_up", run, occurredAt })),
  );
  const hand = { to: holder, occurredAt, method: "typed", runId: run.id } as const;
  const moved = await moveTogether(work, there, hand);
  const ids = there.map(({ pieceId }) => pieceId);
  await reopenRunPlaces(work.tx, ids, [run.id], ["not_picked_up"]);
  await work.tx
    .update(runPieces)
    .set({ loadedAt: occurredAt, loadedBy: "typed" })
    .where(and(eq(runPieces.runId, run.id), isNull(runPieces.loadedAt), inArray(runPieces.pieceId, ids)));
  const arrived = [...moved.values()].filter(({ after }) => after.kind === "hub");
  await endRunPlaces(
    work.tx,
    arrived.map(({ pieceId }) => pieceId),
    "arrived",
    work.at,
  );
  return { ok: true as const, pickedUp: there.length, codes: codesOf(done) };
}

/** Records an incident of a run whose row the caller has locked. Returns the codes of the run's bookings. */
export async function noteIncident(
  work: EntryWork,
  run: LockedRun,
  { incident, note, occurredAt }: { incident: IncidentKind; note: string; occurredAt: Date },
): Promise<string[]> {
  const { tx, act } = work;
  const there = await piecesOfRun(tx, run.id, isStillOnRun);
  const done = await addEvents(
    work,
    there.map((piece) => ({
      ...deedOf(piece, { kind: "incident", run, occurredAt }),
      incident,
      note: note || null,
    })),
  );
  await openExceptions(
    tx,
    [{ kind: "incident", runId: run.id, hubId: run.hubId, incident, note: note || null }],
    act,
  );
  return codesOf(done);
}

type LateStop = {
  run: LockedRun;
  there: readonly Pick<PieceOfRun, "pieceId" | "bookingId" | "returning">[];
  act?: Act;
};

/** DEED-5: marks pieces as delivered on their runs, even pieces that are missing on a closed run. */
async function endAsDelivered(
  { tx }: { tx: Tx },
  all: readonly { pieceId: string; run: LockedRun; occurredAt: Date }[],
) {
  await tx.execute(sql`
    update ${runPieces} set outcome = 'delivered', ended_at = done.at
    from unnest(${sql.param(all.map(({ pieceId }) => pieceId))}::uuid[], ${sql.param(all.map(({ run }) => run.id))}::uuid[],
      ${sql.param(all.map(({ occurredAt }) => occurredAt.toISOString()))}::timestamptz[]) as done (piece, run, at)
    where ${runPieces.pieceId} = done.piece and ${runPieces.runId} = done.run and ${newestPlace} and (${isStillOnRun} or ${runPieces.outcome} = 'missing')`);
}

/** DEED-5: opens an exception for each delivered piece that, by later records, is not with its recipient. */
async function openDisagreements(
  { tx, act: ofAll }: Acting,
  { run, there, act = ofAll }: LateStop,
  moved: Awaited<ReturnType<typeof movePieces>>,
): Promise<void> {
  const elsewhere = there.filter(
    ({ pieceId, returning }) => moved.get(pieceId)!.after.kind !== (returning ? "sender" : "receiver"),
  );
  await openExceptions(
    tx,
    elsewhere.map(({ pieceId, bookingId }) => ({
      kind: "deeds_disagree",
      pieceId,
      bookingId,
      runId: run.id,
      hubId: run.hubId,
      note: `Delivered on ${run.name}, and later somewhere else`,
    })),
    act,
  );
}

/**
 * PICKUP-3: stores a rider's visit at a regular pickup. An older visit does not replace a newer one. Returns false if
 * the pickup is on another run.
 */
export async function noteVisit(
  tx: Tx,
  run: Pick<LockedRun, "id">,
  stopId: string,
  { taken: count, at }: { taken: number; at: Date },
): Promise<boolean> {
  const own = and(eq(regularStops.id, stopId), eq(regularStops.runId, run.id));
  await tx
    .update(regularStops)
    .set({ visitedAt: at, taken: count })
    .where(and(own, or(isNull(regularStops.visitedAt), lt(regularStops.visitedAt, at))));
  return (await tx.$count(regularStops, own)) > 0;
}
