/** EXC-6, DEED-13: staff decide whether a one-sided hand-over or an unconfirmed deed really happened. */
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { HolderKind } from "../../domain/holders.ts";
import {
  endRunPlaces,
  inForce,
  movePieces,
  takeBackMoves,
} from "../../parcels/custody/move-pieces.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { custodyEntries, runPieces, runs } from "../../platform/db/schema.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { confirmTold, lockTold, refuseTold } from "../../road/deeds/decide-told.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { stepForm } from "./exception-forms.ts";
import {
  deedTopicsOf,
  endException,
  lockException,
  unlessStep,
  type LockedException,
} from "./lock-exception.server.ts";
import { refuse } from "./messages.ts";
import { pieceFor } from "./piece-steps.server.ts";

/** The event that a confirmed hand-over records, by the new holder's kind. Other kinds record no event. */
const DEED_OF: Partial<Record<HolderKind, EventKind>> = { hub: "arrived_at_hub", receiver: "delivered" };

/**
 * Locks the exception of a hand-over, for staff who may confirm a rider's report. A hub clerk may lock only exceptions
 * of their own hub. Rows are locked in the order runs, bookings, pieces, before the row of the exception. `told` lists
 * the rider's reports; it may be empty.
 */
async function lockHandOver(work: Work<Admin>, form: { id: string; version: number }) {
  const told = await lockTold(work.tx, form.id);
  const exception = await lockException(work, form);
  if ("ok" in exception) return exception;
  const hubs = [exception.hubId, ...(await hubsOfRun(work.tx, exception.runId))];
  return (await refuseOtherHub(work.tx, work.actor, ...hubs)) ?? { ...exception, told };
}

async function hubsOfRun(tx: Tx, runId: string | null): Promise<(string | null)[]> {
  const [run] = runId
    ? await tx.select({ from: runs.hubId, to: runs.toHubId }).from(runs).where(eq(runs.id, runId))
    : [];
  return run ? [run.from, run.to] : [];
}

/** Finds the newest one-sided hand-over of a piece. Reversed hand-overs do not count. Null if the piece has none. */
async function openHandOver(tx: Tx, pieceId: string) {
  const [handOver] = await tx
    .select()
    .from(custodyEntries)
    .where(and(eq(custodyEntries.pieceId, pieceId), eq(custodyEntries.oneSided, true), inForce))
    .orderBy(desc(custodyEntries.id))
    .limit(1);
  return handOver ?? null;
}

const handOverTopics = (done: unknown, input: unknown, exception: LockedException): Topic[] => [
  ...deedTopicsOf(done, input, exception),
  "runs",
  "money",
];

/** Confirms that the hand-over, or the deed that the rider reported, happened at the reported time. */
export const handOverArrived = operation({
  name: "exceptions.arrived",
  by: staff("confirmTold"),
  act: "exception_decided",
  input: stepForm,
  on: lockHandOver,
  run: async (work, { note }, exception) => {
    const { tx } = work;
    if (exception.told.length > 0) {
      const wrong = unlessStep(exception, "arrived");
      if (wrong) return wrong;
      const done = await endException(work, exception, { reason: "handed_over", words: note });
      await confirmTold(work, exception.told);
      return done;
    }
    const piece = await pieceFor(tx, exception, "arrived");
    if ("ok" in piece) return piece;
    const handOver = await openHandOver(tx, piece.id);
    if (!handOver) return refuse("conflict", "claim_gone");
    const { toKind, toId, occurredAt, runId } = handOver;
    const kind = DEED_OF[toKind];
    if (kind)
      await addEvents(work, [
        {
          bookingId: piece.bookingId,
          piece: piece.number,
          kind,
          occurredAt,
          hubId: toKind === "hub" ? toId : null,
          runId,
        },
      ]);
    await endRunPlaces(tx, [piece.id], toKind === "receiver" ? "delivered" : "arrived", occurredAt);
    await movePieces(work, [
      { pieceId: piece.id, to: { kind: toKind, id: toId }, occurredAt, method: "typed", runId },
    ]);
    return endException(work, exception, { reason: "handed_over", words: note });
  },
  publish: handOverTopics,
});

/**
 * Records that a hand-over, or a deed that a rider reported, did not happen. A reported deed then never takes effect. A
 * hand-over is reversed, so the former holder has the piece again. If the piece is on an open run, its place is decided
 * when the run is closed. Otherwise the piece becomes missing now.
 */
export const handOverNotArrived = operation({
  name: "exceptions.not_arrived",
  by: staff("confirmTold"),
  act: "exception_decided",
  input: stepForm,
  on: lockHandOver,
  run: async (work, { note }, exception) => {
    const { tx } = work;
    if (exception.told.length > 0) {
      const wrong = unlessStep(exception, "not_arrived");
      if (wrong) return wrong;
      await refuseTold(work, exception.told);
      return endException(work, exception, { reason: "solved", words: note ?? "It did not happen." });
    }
    const piece = await pieceFor(tx, exception, "not_arrived");
    if ("ok" in piece) return piece;
    const handOver = await openHandOver(tx, piece.id);
    if (!handOver) return refuse("conflict", "claim_gone");
    await takeBackMoves(work, [handOver], { method: "typed" });
    if (!(await isOnRun(tx, piece.id)))
      await openExceptions(
        tx,
        [
          {
            kind: "missing",
            pieceId: piece.id,
            bookingId: piece.bookingId,
            runId: handOver.runId,
            hubId: handOver.toKind === "hub" ? handOver.toId : exception.hubId,
            note: "A hand-over that was said to have happened did not.",
          },
        ],
        work.act,
      );
    return endException(work, exception, { reason: "solved", words: note ?? "It did not arrive." });
  },
  publish: handOverTopics,
});

async function isOnRun(tx: Tx, pieceId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: runPieces.id })
    .from(runPieces)
    .where(and(eq(runPieces.pieceId, pieceId), isNull(runPieces.endedAt)));
  return row !== undefined;
}
