/** TRIP-9: the office enters a rider's deeds at a stop. */
import { inArray, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { failureReason, type FailureReason } from "../../domain/failure-reasons.ts";
import { deedTopics } from "../../history/add-events.server.ts";
import { runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { deedAt, type DeedTime } from "../runs/deed-time.ts";
import { aboutPieces } from "./entered-meanwhile.server.ts";
import { attemptPieces, deliverPieces, pickUpPieces } from "./enter-deeds.server.ts";
import { changeRun, lockRun, logRun, runTopics, unless, type LockedRun } from "../runs/lock-run.server.ts";
import { holderOfRun } from "../runs/on-the-way.ts";
import { isStillOnRun, piecesOfRun, type PieceOfRun } from "../runs/pieces-of-run.server.ts";
import { refuse } from "../runs/messages.ts";
import { checkOfficePin, proveAttempt, proveInOffice, type OfficeProof } from "./office-proof.server.ts";
import { attemptedForm, deliveredForm } from "../runs/run-forms.ts";
import { actsOfStops } from "./stop-acts.server.ts";
import { takeMoney, amountRefusal, type MoneyTaken } from "./take-money.server.ts";

export type DeedWork = Work<Admin>;
export type AtStop = { ok: true; there: PieceOfRun[]; occurredAt: Date };

/**
 * Returns the chosen pieces that are or were on the run, and the time of the deed. If that time is before the booking
 * was made, returns the booking's time instead. A deed can be entered even after the piece came back or the run was
 * closed.
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
    sql`${inArray(runPieces.pieceId, [...pieces])} and (${isStillOnRun} or ${runPieces.outcome} not in ('removed', 'moved', 'not_picked_up'))`,
  );
  if (there.length === 0) return refuse("conflict", "none_of_run");
  const booked = Math.max(...there.map(({ createdAt }) => createdAt.getTime()));
  return { ok: true, there, occurredAt: new Date(Math.max(booked, deed.getTime())) };
}

/**
 * After an entry by the office: increases the run's version, and writes to the activity log. A phone's deed does not
 * call this function: the deed is stored in a table of deeds, and a new version would make dispatch's open forms
 * outdated.
 */
async function afterEntry(
  work: DeedWork,
  run: LockedRun,
  pieces: readonly PieceOfRun[],
  what: string,
): Promise<void> {
  await changeRun(work.tx, run, work.at, {});
  await logRun(work, run, `${what} ${[...new Set(pieces.map(({ code }) => code))].join(", ")}`);
}

/**
 * Records pieces as delivered to their receivers, and returning pieces as returned to their senders. The
 * pieces leave the run. Refuses a run that is not sealed, pieces that are not on the run, a time in the
 * future or more than seven days ago, a wrong PIN, and a missing PIN if a PIN is needed (PROOF-5).
 */
export const recordDelivered = operation({
  name: "runs.delivered",
  by: staff("workHub"),
  act: "delivered",
  input: deliveredForm,
  varying: ["agedMs"],
  prepare: checkOfficePin,
  on: lockRun,
  meanwhile: aboutPieces,
  run: async (work, form, run) => {
    const found = await atStop(work, run, { ...form, does: "changed like this" });
    return found.ok ? deliver(work, run, found, { ...form, money: form }) : found;
  },
  publish: ({ codes }, _, run) => deliveredTopics(codes, run),
});

export function deliveredTopics(codes: readonly string[], run: LockedRun): Topic[] {
  return ["money", "runs", `run:${run.id}`, ...deedTopics(codes), "exceptions"];
}

/** Delivers the pieces that `atStop` found, in the caller's transaction. */
export async function deliver(
  work: DeedWork,
  run: LockedRun,
  { there, occurredAt }: Pick<AtStop, "there" | "occurredAt">,
  { money, ...given }: OfficeProof & { money: MoneyTaken },
): Promise<{ ok: true; delivered: number; codes: string[] } | Refusal> {
  const actOf = actsOfStops(work, "delivered", there);
  const unproven = await proveInOffice(work, run, { there, occurredAt, actOf }, given);
  if (unproven) return unproven;
  const wrong = await amountRefusal(work, run, there, money);
  if (wrong) return wrong;
  const stops = [...Map.groupBy(there, actOf)];
  const done = await deliverPieces(
    work,
    stops.map(([act, own]) => ({ run, there: own, occurredAt, note: given.note, act })),
  );
  await afterEntry(work, run, there, "delivered");
  await takeMoney(work, run, { there, occurredAt, actOf }, money);
  return done;
}

/** Records the failed attempt of the pieces that `atStop` found, in the caller's transaction. */
async function attempt(
  work: DeedWork,
  run: LockedRun,
  { there, occurredAt }: AtStop,
  { calledAt, ...why }: { calledAt: string; reason: FailureReason; note: string },
) {
  const codes = new Set<string>();
  for (const [act, own] of Map.groupBy(there, actsOfStops(work, "attempted", there))) {
    const ofStop = { ...work, act };
    const unproven = await proveAttempt(ofStop, run, { there: own, occurredAt }, calledAt);
    if (unproven) return unproven;
    const done = await attemptPieces(ofStop, run, { there: own, occurredAt }, why);
    await afterEntry(work, run, own, `${failureReason(why.reason).label}:`);
    for (const code of done.codes) codes.add(code);
  }
  return { ok: true as const, attempted: there.length, codes: [...codes] };
}

/** Picks up the pieces that `atStop` found, in the caller's transaction. Refuses a run without a holder. */
export async function pickUp(
  work: DeedWork,
  run: LockedRun,
  found: Pick<AtStop, "there" | "occurredAt">,
): Promise<{ ok: true; pickedUp: number; codes: string[] } | Refusal> {
  const holder = holderOfRun(run);
  if (!holder) return refuse("invalid", "no_holder");
  const done = await pickUpPieces(work, run, found, holder);
  await afterEntry(work, run, found.there, "picked up");
  return done;
}

export const idsOf = (there: readonly { pieceId: string }[]) => there.map(({ pieceId }) => pieceId);

/**
 * Records a failed attempt with its reason. The pieces stay with the rider until a hub scans them. For a
 * refused parcel, and after the last attempt, an exception is opened. The parcel is not returned at once,
 * because dispatch asks the sender first. Refuses what `recordDelivered` refuses.
 */
export const recordAttempted = operation({
  name: "runs.attempted",
  by: staff("workHub"),
  act: "attempted",
  input: attemptedForm,
  varying: ["agedMs"],
  on: lockRun,
  meanwhile: aboutPieces,
  run: async (work, form, run) => {
    const found = await atStop(work, run, { ...form, does: "changed like this" });
    return found.ok ? attempt(work, run, found, form) : found;
  },
  publish: (done, input, run) => [...runTopics(done, input, run), ...deedTopics(done.codes), "exceptions"],
});
