/** TRIP-3: assigns pieces to runs, and changes the order of the stops. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { FIRST_STATUS, isOnTheWay } from "../../domain/delivery-status.ts";
import { pieceCode } from "../../domain/piece-code.ts";
import { destinationHub } from "../../domain/destination-hub.ts";
import type { RunKind } from "../../domain/run.ts";
import { activeHubsIn } from "../../places/hubs.server.ts";
import { chosenOtherwise, type Otherwise } from "../../parcels/receiver-choices/chosen-otherwise.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { runPieces, runs } from "../../platform/db/schema.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { moveDay } from "../../parcels/bookings/move-day.server.ts";
import { joinRun, placeOnRun } from "./join-run.server.ts";
import { changeRun, lockRun, logRun, runTopics, unless, type LockedRun } from "./lock-run.server.ts";
import { isStillOnRun } from "./pieces-of-run.server.ts";
import { refuse } from "./messages.ts";
import { assignForm, moveStopForm } from "./run-forms.ts";

/** A piece that was not assigned to the run. `why`: the run that already has the piece, or the state of the piece. */
export type NotAssigned = { code: string; why: string };

const ofRun = { by: staff("planRuns"), on: lockRun, publish: runTopics };

/**
 * Puts pieces on a planned run, each at the stop of its place. A piece is on at most one open run. The database ensures
 * this even for simultaneous dispatchers. `missed`: the pieces that were not assigned, with the reason.
 * `astray`: by hub name, how many assigned pieces are for a hub to which this run does not go. Such pieces are allowed,
 * because a linehaul may carry them part of the way.
 * Refuses a sealed run. Refuses if none of the chosen pieces can go on the run.
 */
export const assignPieces = operation({
  ...ofRun,
  name: "runs.assign",
  act: "day_moved",
  input: assignForm,
  run: async (work, { pieces: chosen }, run) => {
    const { tx, actor, at } = work;
    const wrong = unless(run, ["planned"], "given more parcels");
    if (wrong) return wrong;
    const known = await placeOnRun(tx, chosen, run.kind);
    const others =
      run.kind === "delivery" ? await chosenOtherwise(tx, chosen, run.day) : new Map<string, Otherwise>();
    const fits = known.filter((piece) => unfit(run.kind, piece) === null && !others.has(piece.pieceId));
    const assigned = await joinRun(tx, run, fits, { assignedAt: at });
    const left = known.filter(({ pieceId }) => !assigned.has(pieceId));
    const missed = await whyNot(tx, run.kind, left, others);
    if (assigned.size === 0) return refuse("conflict", "none_open", { missed });
    await changeRun(tx, run, at, {});
    await logRun({ tx, actor, at }, run, `${assigned.size} assigned`);
    if (run.kind === "delivery") {
      const on = fits.filter(({ pieceId, returning }) => assigned.has(pieceId) && !returning);
      const ids = [...new Set(on.map(({ bookingId }) => bookingId))];
      await moveDay(work, ids, { why: "run", day: run.day });
    }
    const astray = await astrayOf(
      work,
      run,
      fits.filter(({ pieceId }) => assigned.has(pieceId)),
    );
    return { ok: true, assigned: assigned.size, missed, astray, run: run.name };
  },
});

type Known = Awaited<ReturnType<typeof placeOnRun>>[number];

/**
 * Counts the pieces that are for a hub to which the run does not go. The result has a number for each such hub, by
 * name.
 */
async function astrayOf(
  { tx, services }: Pick<Work<unknown>, "tx" | "services">,
  run: LockedRun,
  on: readonly Known[],
): Promise<Record<string, number>> {
  const count: Record<string, number> = {};
  if (run.kind === "pickup") return count;
  const open = await activeHubsIn(tx, services);
  const goesTo = run.kind === "linehaul" ? run.toHubId : run.hubId;
  for (const { toHubId, town, state } of on) {
    const found = destinationHub(open, { town, state });
    const hub = open.find(({ id }) => id === toHubId) ?? (found.kind === "hub" ? found.hub : null);
    if (hub && hub.id !== goesTo) count[hub.name] = (count[hub.name] ?? 0) + 1;
  }
  return count;
}

/**
 * Returns why a piece cannot go on a run of this kind: a word for the piece's state, such as 'delivered'. Null if the
 * piece can go.
 */
function unfit(kind: RunKind, { holderKind, status }: Known): string | null {
  if (holderKind === "receiver") return "delivered";
  if (holderKind === "lost") return "lost";
  const withSender = holderKind === "sender";
  if (withSender && !isOnTheWay(status)) return "cancelled";
  if (kind === "pickup") return withSender ? null : "picked up already";
  return withSender && status === FIRST_STATUS ? "not picked up yet" : null;
}

async function whyNot(
  tx: Tx,
  kind: RunKind,
  left: readonly Known[],
  others: ReadonlyMap<string, Otherwise>,
): Promise<NotAssigned[]> {
  if (left.length === 0) return [];
  const elsewhere = await tx
    .select({ pieceId: runPieces.pieceId, name: runs.name })
    .from(runPieces)
    .innerJoin(runs, eq(runs.id, runPieces.runId))
    .where(
      and(
        inArray(
          runPieces.pieceId,
          left.map(({ pieceId }) => pieceId),
        ),
        isStillOnRun,
      ),
    );
  const runOf = new Map(elsewhere.map(({ pieceId, name }) => [pieceId, name]));
  return left.map((piece) => ({
    code: pieceCode(piece.code, piece.number, piece.pieces),
    why: runOf.has(piece.pieceId)
      ? `on ${runOf.get(piece.pieceId)}`
      : (unfit(kind, piece) ?? others.get(piece.pieceId)?.why ?? "moved meanwhile"),
  }));
}

/** Removes pieces, even loaded ones, from a run that is not sealed yet. Refuses if none of the pieces is on the run. */
export const unassignPieces = operation({
  ...ofRun,
  name: "runs.unassign",
  input: assignForm,
  run: async ({ tx, actor, at }, { pieces: chosen }, run) => {
    const wrong = unless(run, ["planned"], "changed");
    if (wrong) return wrong;
    const removed = await tx
      .update(runPieces)
      .set({ outcome: "removed", endedAt: at })
      .where(and(eq(runPieces.runId, run.id), inArray(runPieces.pieceId, chosen), isStillOnRun))
      .returning({ id: runPieces.id });
    if (removed.length === 0) return refuse("conflict", "none_of_run");
    await changeRun(tx, run, at, {});
    await logRun({ tx, actor, at }, run, `${removed.length} taken off`);
    return { ok: true, removed: removed.length };
  },
});

/**
 * Moves a stop to the position `to`, counted from 1. The stops between the old and the new position move by one.
 * Refuses a closed run.
 */
export const moveStop = operation({
  ...ofRun,
  name: "runs.move_stop",
  keyless: true,
  input: moveStopForm,
  run: async ({ tx, at }, { stop, to }, run) => {
    const wrong = unless(run, ["planned", "loaded", "out"], "put into another order");
    if (wrong) return wrong;
    // The last piece of a stop may have left the run. Its number would then be a gap, so all stops are numbered again.
    await tx.execute(sql`
      with numbered as (
        select id, dense_rank() over (order by ${runPieces.stop}) as place, ${runPieces.stop} as stop
        from ${runPieces} where ${runPieces.runId} = ${run.id}
      ), target as (
        select (select min(place) from numbered where stop = ${stop}) as source,
          least(${to}::bigint, (select max(place) from numbered)) as goal
      )
      update ${runPieces} set stop = case
          when place = source then goal
          when place > source and place <= goal then place - 1
          when place < source and place >= goal then place + 1
          else place end
      from numbered, target where numbered.id = ${runPieces.id} and source is not null`);
    await changeRun(tx, run, at, {});
    return { ok: true };
  },
});
