/** ACT-2: puts the pieces of an undone act back on their runs. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { RunOutcome } from "../../domain/run.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { bookingEvents, pieces, runPieces } from "../../platform/db/schema.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import { notUndone } from "../../history/state-events.server.ts";
import { holdersNow, reopenRunPlaces } from "../custody/move-pieces.server.ts";
import { isOf, type ActRows } from "./act-rows.server.ts";

type Run = ActRows["runs"][number];

/**
 * Puts pieces back at their places on runs, after the act's hand-overs were reversed. A piece is missing again if it
 * was missing when the run was sealed, or if its run was closed. Two kinds of pieces do not go back: a piece that
 * another deed gave to its receiver, and a piece that is on another run by now. Pieces of a pickup run are planned
 * again, or not picked up again.
 */
export async function putBack(work: Acting, rows: ActRows, words: string): Promise<void> {
  for (const run of rows.runs) {
    const moves = rows.moves.filter(({ runId }) => runId === run.id);
    const to = (...kinds: string[]) =>
      moves
        .filter(({ oneSided, toKind }) => !oneSided && kinds.includes(toKind))
        .map(({ pieceId }) => pieceId);
    if (run.kind === "pickup") await planAgain(work, run, to("rider", "partner"));
    await reopen(work, run, { ids: to("receiver", "sender"), outcomes: ["delivered"] }, rows, words);
    await reopen(work, run, { ids: to("hub"), outcomes: ["arrived", "returned_to_hub"] }, rows, words);
    await reopen(work, run, { ids: failedPickups(run, rows), outcomes: ["not_picked_up"] }, rows, words);
  }
}

/** Finds the pieces that a failed pickup removed from its run. */
const failedPickups = (run: Run, { events, pieces }: ActRows): string[] => {
  const noted = events.filter(
    ({ kind, runId }) => run.kind === "pickup" && kind === "noted" && runId === run.id,
  );
  return pieces.filter((piece) => noted.some((event) => isOf(event, piece))).map(({ id }) => id);
};

/**
 * Plans pieces again. A piece that was not picked up before the undone pickup has this outcome again. A pickup's own
 * note, about the weight, is left out.
 */
async function planAgain({ tx }: Acting, run: Run, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = and(eq(runPieces.runId, run.id), inArray(runPieces.pieceId, ids));
  await tx.update(runPieces).set({ loadedAt: null, loadedBy: null }).where(own);
  await tx.execute(sql`
    update ${runPieces} set outcome = 'not_picked_up', ended_at = failed.at
    from (select ${runPieces.id} as place, max(${bookingEvents.occurredAt}) as at from ${runPieces}
      join ${pieces} on ${pieces.id} = ${runPieces.pieceId} join ${bookingEvents} on ${bookingEvents.bookingId} = ${pieces.bookingId}
        and ${bookingEvents.runId} = ${runPieces.runId} and coalesce(${bookingEvents.piece}, ${pieces.number}) = ${pieces.number}
        and ${bookingEvents.occurredAt} > ${runPieces.assignedAt}
      where ${own} and ${runPieces.endedAt} is null and ${bookingEvents.kind} = 'noted' and ${notUndone}
        and not exists (select from ${bookingEvents} o where o.act_id = ${bookingEvents.actId} and o.kind = 'picked_up')
      group by ${runPieces.id}) as failed
    where ${runPieces.id} = failed.place`);
}

type Reopened = { ids: string[]; outcomes: RunOutcome[] };

async function reopen(
  { tx, act }: Acting,
  run: Run,
  { ids, outcomes }: Reopened,
  { pieces }: ActRows,
  words: string,
): Promise<void> {
  if (ids.length === 0) return;
  const holders = await holdersNow(tx, ids);
  const left = pieces.filter(
    ({ id, returning }) =>
      ids.includes(id) &&
      (!outcomes.includes("delivered") || holders.get(id)?.kind !== (returning ? "sender" : "receiver")),
  );
  const leftIds = left.map(({ id }) => id);
  const own = and(eq(runPieces.runId, run.id), inArray(runPieces.pieceId, leftIds));
  if (run.state !== "planned")
    await tx
      .update(runPieces)
      .set({ outcome: "missing", endedAt: act.at })
      .where(and(own, eq(runPieces.outcome, "delivered"), isNull(runPieces.loadedAt)));
  await reopenRunPlaces(tx, leftIds, [run.id], outcomes);
  if (run.state !== "reconciled") return;
  const gone = await tx
    .update(runPieces)
    .set({ outcome: "missing", endedAt: act.at })
    .where(and(own, isNull(runPieces.endedAt)))
    .returning({ pieceId: runPieces.pieceId });
  const about = { runId: run.id, hubId: run.hubId, note: `${words} after ${run.name} was closed` };
  await openExceptions(
    tx,
    left
      .filter(({ id }) => gone.some(({ pieceId }) => pieceId === id))
      .map(({ id, bookingId }) => ({ kind: "missing", pieceId: id, bookingId, ...about })),
    act,
  );
}
