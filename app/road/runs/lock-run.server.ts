/** A run and its pieces, found and locked for a change. */
import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { RunState } from "../../domain/run.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces, runPieces, runs } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { refuse } from "./messages.ts";

export type LockedRun = typeof runs.$inferSelect;

/**
 * Locks a run, before any booking or piece of it. Refuses an unknown run, and refuses a hub clerk if it neither leaves nor
 * reaches their own hub.
 */
export async function lockRun(
  { tx, actor }: { tx: Tx; actor: Admin },
  { run: id }: { run: string },
): Promise<LockedRun | Refusal> {
  const [run] = await tx.select().from(runs).where(eq(runs.id, id)).for("no key update");
  if (!run) return refuse("not_found", "unknown_run");
  return (await refuseOtherHub(tx, actor, run.hubId, run.toHubId)) ?? run;
}

/** Locks a run of the version in the form. Refuses an outdated version. */
export async function lockSeenRun(work: { tx: Tx; actor: Admin }, form: { run: string; version: number }) {
  const run = await lockRun(work, form);
  if ("ok" in run) return run;
  return run.version === form.version ? run : refuse("conflict", "changed_meanwhile");
}

/** The common part of every change of a run's row: its next version. */
export async function changeRun(
  tx: Tx,
  run: LockedRun,
  at: Date,
  values: Partial<typeof runs.$inferInsert>,
): Promise<void> {
  await tx
    .update(runs)
    .set({ ...values, version: run.version + 1, updatedAt: at })
    .where(eq(runs.id, run.id));
}

/** A change of a run in the activity log. */
export const logRun = (
  { tx, actor, at }: { tx: Tx; actor: Admin; at: Date },
  run: { id: string; name: string },
  what: string,
): Promise<void> =>
  recordActivity(tx, actor, at, {
    action: "update_run",
    description: `${run.name}: ${what}`,
    entityType: "run",
    entityId: run.id,
  });

export type PieceOfRun = Awaited<ReturnType<typeof piecesOfRun>>[number];

/** The pieces of a run in the order of its stops, with data of their bookings. `more` narrows them. */
export function piecesOfRun(tx: Pick<Tx, "select">, runId: string, more: SQL = sql`true`) {
  return tx
    .select({
      rowId: runPieces.id,
      pieceId: pieces.id,
      number: pieces.number,
      holderKind: pieces.holderKind,
      holderId: pieces.holderId,
      returning: runPieces.returning,
      stop: runPieces.stop,
      loadedAt: runPieces.loadedAt,
      loadedBy: runPieces.loadedBy,
      extra: runPieces.extra,
      outcome: runPieces.outcome,
      endedAt: runPieces.endedAt,
      bookingId: bookings.id,
      code: bookings.trackingCode,
      pieces: bookings.pieces,
      status: bookings.status,
      createdAt: bookings.createdAt,
    })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(and(eq(runPieces.runId, runId), more))
    .orderBy(asc(runPieces.stop), asc(runPieces.id));
}

export const onRun = isNull(runPieces.endedAt);
export const loaded = sql`${runPieces.loadedAt} is not null`;

/** Refuses if the run is not in one of these states. */
export const unless = (run: LockedRun, states: readonly RunState[], does: string): Refusal | null =>
  states.includes(run.state) ? null : refuse("conflict", "wrong_state", { state: run.state, does });

export const runTopics = (_done: unknown, _input: unknown, run: { id: string }): Topic[] => [
  "runs",
  `run:${run.id}`,
];
