/** TRIP-9: picking parcels up from their senders, as the office enters it. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { endRunPlaces, movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { deedTopics, recordDeeds } from "../../parcels/custody/record-deeds.server.ts";
import { runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { holderOfRun } from "./load-run.server.ts";
import { changeRun, lockRun, runTopics, type LockedRun } from "./lock-run.server.ts";
import { refuse } from "./messages.ts";
import { atStop, idsOf, loggedDeed, type AtStop, type DeedWork } from "./run-deeds.server.ts";
import { deliveredForm } from "./run-forms.ts";
import { codesOf, deedOf } from "./run-way.server.ts";

/**
 * Notes pieces as picked up from their sender: the rider of the run holds them until a hub receives them. What a hub received before we heard of
 * the pickup has arrived. Refuses as `recordDelivered` does.
 */
export const recordPickedUp = operation({
  name: "runs.picked_up",
  by: staff("workHub"),
  input: deliveredForm,
  varying: ["agedMs"],
  on: lockRun,
  run: async (work, form, run) => {
    const found = await atStop(work, run, { ...form, does: "changed like this" });
    if (!found.ok) return found;
    return pickUp(work, run, found);
  },
  publish: (done, input, run) => [...runTopics(done, input, run), ...deedTopics(done.codes)],
});

/** The same for pieces that were found, in the caller's transaction. */
export async function pickUp(
  work: DeedWork,
  run: LockedRun,
  { there, occurredAt }: Pick<AtStop, "there" | "occurredAt">,
): Promise<{ ok: true; pickedUp: number; codes: string[] } | Refusal> {
  const holder = holderOfRun(run);
  if (!holder) return refuse("invalid", "no_holder");
  const done = await recordDeeds(
    work,
    there.map((piece) => deedOf(piece, { kind: "picked_up", run, occurredAt })),
  );
  const moved = await movePieces(
    work,
    there.map(({ pieceId }) => ({ pieceId, to: holder, occurredAt, method: "typed", runId: run.id })),
  );
  await work.tx
    .update(runPieces)
    .set({ loadedAt: occurredAt, loadedBy: "typed" })
    .where(
      and(eq(runPieces.runId, run.id), isNull(runPieces.loadedAt), inArray(runPieces.pieceId, idsOf(there))),
    );
  const arrived = [...moved.values()].filter(({ after }) => after.kind === "hub");
  await endRunPlaces(
    work.tx,
    arrived.map(({ pieceId }) => pieceId),
    "arrived",
    work.at,
  );
  await changeRun(work.tx, run, work.at, {});
  await loggedDeed(work, run, there, "picked up");
  return { ok: true as const, pickedUp: there.length, codes: codesOf(done) };
}
