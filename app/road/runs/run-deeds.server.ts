/** TRIP-9: what a rider does at a stop, as the office enters it: delivered, not delivered, picked up. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import {
  failureReason,
  FAILURE_REASONS,
  isRefusal,
  type FailureReason,
} from "../../domain/failure-reasons.ts";
import { by } from "../../money/prices/money-events.server.ts";
import { movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { openExceptions, type NewException } from "../../parcels/custody/open-exception.server.ts";
import { deedTopics, recordDeeds } from "../../parcels/custody/record-deeds.server.ts";
import { notUndone } from "../../parcels/custody/state-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents, runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { deedAt, type DeedTime } from "./deed-time.ts";
import {
  changeRun,
  lockRun,
  logRun,
  onRun,
  piecesOfRun,
  runTopics,
  unless,
  type LockedRun,
  type PieceOfRun,
} from "./lock-run.server.ts";
import { refuse } from "./messages.ts";
import { checkOfficePin, proveInOffice, type OfficeProof } from "./office-proof.server.ts";
import { attemptedForm, deliveredForm } from "./run-forms.ts";
import { codesOf, deedOf } from "./run-way.server.ts";

export type DeedWork = Work<Admin>;
export type AtStop = { ok: true; there: PieceOfRun[]; occurredAt: Date };

/**
 * The chosen pieces that are on the run or were, and the moment of the deed; it is never before a parcel was booked. A deed may be told after
 * its piece came back or the run was closed: it is true all the same.
 */
export async function atStop(
  { tx, at }: DeedWork,
  run: LockedRun,
  { pieces, does, ...time }: { pieces: readonly string[]; does: string } & DeedTime,
): Promise<AtStop | Refusal> {
  const wrong = unless(run, ["loaded", "out", "returned", "reconciled"], does);
  if (wrong) return wrong;
  const deed = deedAt(time, at);
  if (!deed) return refuse("invalid", "when_wrong");
  const there = await piecesOfRun(
    tx,
    run.id,
    sql`${inArray(runPieces.pieceId, [...pieces])} and (${onRun} or ${runPieces.outcome} not in ('removed', 'moved'))`,
  );
  if (there.length === 0) return refuse("conflict", "none_of_run");
  const booked = Math.max(...there.map(({ createdAt }) => createdAt.getTime()));
  return { ok: true, there, occurredAt: new Date(Math.max(booked, deed.getTime())) };
}

export const loggedDeed = (work: DeedWork, run: LockedRun, pieces: readonly PieceOfRun[], what: string) =>
  logRun(work, run, `${what} ${[...new Set(pieces.map(({ code }) => code))].join(", ")}`);

/**
 * Notes pieces as delivered to their receivers, or to their sender where they go back. They are off the run. Refuses a run
 * that has not been sealed, pieces that are not on it, a time in the future or more than seven days back, a wrong PIN, and none where one is needed (PROOF-5).
 */
export const recordDelivered = operation({
  name: "runs.delivered",
  by: staff("workHub"),
  input: deliveredForm,
  varying: ["agedMs"],
  prepare: checkOfficePin,
  on: lockRun,
  run: async (work, form, run) => {
    const found = await atStop(work, run, { ...form, does: "changed like this" });
    return found.ok ? deliver(work, run, found, form) : found;
  },
  publish: ({ codes }, _, run) => deliveredTopics(codes, run),
});

export function deliveredTopics(codes: readonly string[], run: LockedRun): Topic[] {
  return ["runs", `run:${run.id}`, ...deedTopics(codes), "exceptions"];
}

/** The same for pieces that were found, in the caller's transaction. */
export async function deliver(
  work: DeedWork,
  run: LockedRun,
  { there, occurredAt }: Pick<AtStop, "there" | "occurredAt">,
  given: OfficeProof,
): Promise<{ ok: true; delivered: number; codes: string[] } | Refusal> {
  const unproven = await proveInOffice(work, run, { there, occurredAt }, given);
  if (unproven) return unproven;
  const done = await recordDeeds(
    work,
    there.map((piece) => ({
      ...deedOf(piece, { kind: piece.returning ? "returned" : "delivered", run, occurredAt }),
      note: given.note || null,
    })),
  );
  const moved = await movePieces(
    work,
    there.map(({ pieceId, returning }) => ({
      pieceId,
      to: { kind: returning ? "sender" : "receiver", id: null },
      occurredAt,
      method: "typed",
      runId: run.id,
    })),
  );
  await endAsDelivered(work, run, there, occurredAt);
  await openDisagreements(work, run, there, moved);
  await changeRun(work.tx, run, work.at, {});
  await loggedDeed(work, run, there, "delivered");
  return { ok: true, delivered: there.length, codes: codesOf(done) };
}

/** A piece that was closed as missing, and was delivered after all, was delivered. */
async function endAsDelivered(
  { tx }: DeedWork,
  run: LockedRun,
  there: readonly PieceOfRun[],
  occurredAt: Date,
) {
  await tx
    .update(runPieces)
    .set({ outcome: "delivered", endedAt: occurredAt })
    .where(
      and(
        eq(runPieces.runId, run.id),
        inArray(runPieces.pieceId, idsOf(there)),
        sql`(${onRun} or ${runPieces.outcome} = 'missing')`,
      ),
    );
}

/** Delivered, and by a later deed with somebody else: the desk asks which is true. */
async function openDisagreements(
  { tx, actor, at }: DeedWork,
  run: LockedRun,
  there: readonly PieceOfRun[],
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
    { byName: by(actor).byName, at },
  );
}

export const idsOf = (there: readonly PieceOfRun[]) => there.map(({ pieceId }) => pieceId);

/**
 * Notes a failed attempt with its reason. The pieces stay with the rider until they are scanned back into a hub. A refusal starts no return: it is an
 * exception, so that the desk asks the sender; so is the last of the attempts that the company makes. Refuses as `recordDelivered` does.
 */
export const recordAttempted = operation({
  name: "runs.attempted",
  by: staff("workHub"),
  input: attemptedForm,
  varying: ["agedMs"],
  on: lockRun,
  run: async (work, form, run) => {
    const { tx, at, actor, services } = work;
    const found = await atStop(work, run, { ...form, does: "changed like this" });
    if (!found.ok) return found;
    const { there, occurredAt } = found;
    const { reason, note } = form;
    const done = await recordDeeds(
      work,
      there.map((piece) => ({
        ...deedOf(piece, { kind: "attempted", run, occurredAt }),
        reason,
        note: note || null,
      })),
    );
    const { attempts } = await services.company();
    const used = await attemptsOf(tx, [...done.keys()]);
    const open = [...done.keys()].flatMap((bookingId) =>
      followUp(bookingId, { run, reason, used: used.get(bookingId) ?? 0, attempts, note }),
    );
    await openExceptions(tx, open, { byName: by(actor).byName, at });
    await changeRun(tx, run, at, {});
    await loggedDeed(work, run, there, `${failureReason(reason).label}:`);
    return { ok: true, attempted: there.length, codes: codesOf(done) };
  },
  publish: (done, input, run) => [...runTopics(done, input, run), ...deedTopics(done.codes), "exceptions"],
});

type Attempt = { run: LockedRun; reason: FailureReason; used: number; attempts: number; note: string };

function followUp(bookingId: string, { run, reason, used, attempts, note }: Attempt): NewException[] {
  const about = { bookingId, runId: run.id, hubId: run.hubId, note: note || failureReason(reason).label };
  if (isRefusal(reason)) return [{ ...about, kind: "refused" }];
  return used >= attempts ? [{ ...about, kind: "attempts_used", details: { attempts: used } }] : [];
}

/** How many attempts counted, by booking: a reason says whether it does. */
async function attemptsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const counting = FAILURE_REASONS.filter((reason) => failureReason(reason).countsAsAttempt);
  const rows = await tx
    .select({
      id: bookingEvents.bookingId,
      // Pieces of one stop are one attempt.
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
