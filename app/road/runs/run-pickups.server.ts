/** TRIP-9: picking parcels up from their senders, as the office enters it. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { endRunPlaces, movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { recordDeeds } from "../../parcels/custody/record-deeds.server.ts";
import { runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { holderOfRun } from "./load-run.server.ts";
import { changeRun, type LockedRun } from "./lock-run.server.ts";
import { refuse } from "./messages.ts";
import { idsOf, loggedDeed, type AtStop, type DeedWork } from "./run-deeds.server.ts";
import { codesOf, deedOf } from "./run-way.server.ts";

/**
 * Notes pieces that were found as picked up from their sender, in the caller's transaction: the rider of the run holds them until a hub receives them.
 * What a hub received before we heard of the pickup has arrived. Refuses a run that nobody takes.
 */
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
