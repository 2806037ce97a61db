/** TRIP-9: picking parcels up from their senders, entered by the office or sent by a rider's phone. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { endRunPlaces, movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { afterEntry, type EnteredPiece, type EntryWork } from "./enter-deeds.server.ts";
import type { LockedRun } from "./lock-run.server.ts";
import { refuse } from "./messages.ts";
import { idsOf } from "./run-deeds.server.ts";
import { codesOf, deedOf, holderOfRun } from "./run-events.ts";

/**
 * Records pieces as picked up from their sender, in the caller's transaction. The rider of the run holds them until a
 * hub receives them. If a hub received a piece before the pickup was reported, the piece stays in the hub. `holder`:
 * the party that took the pieces, if it is not the run's holder. Refuses a run without a holder.
 */
export async function pickUp(
  work: EntryWork,
  run: LockedRun,
  { there, occurredAt }: { there: readonly EnteredPiece[]; occurredAt: Date },
  holder = holderOfRun(run),
): Promise<{ ok: true; pickedUp: number; codes: string[] } | Refusal> {
  if (!holder) return refuse("invalid", "no_holder");
  const done = await addEvents(
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
  await afterEntry(work, run, there, "picked up");
  return { ok: true as const, pickedUp: there.length, codes: codesOf(done) };
}
