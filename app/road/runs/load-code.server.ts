/** TRIP-5: loads a run by the codes of pieces that a person types or scans. */
import { and, eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { pieceCode } from "../../domain/piece-code.ts";
import { findPiece, type FoundPiece } from "../../parcels/custody/find-piece.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { runPieces, runs } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { joinRun, placeOnRun } from "./join-run.server.ts";
import { loadPlanned } from "./load-run.server.ts";
import { lockRun, runTopics, unless, type LockedRun } from "./lock-run.server.ts";
import { isStillOnRun } from "./pieces-of-run.server.ts";
import { refuse } from "./messages.ts";
import { loadCodeForm } from "./run-forms.ts";

/**
 * Locks the run's row for loading. Refuses a clerk of the destination hub, because only the departure hub
 * loads the run.
 */
async function lockLeaving(
  work: { tx: Tx; actor: Admin },
  form: { run: string },
): Promise<LockedRun | Refusal> {
  const run = await lockRun(work, form);
  if ("ok" in run) return run;
  return (await refuseOtherHub(work.tx, work.actor, run.hubId)) ?? run;
}

/**
 * Loads the piece with this code. A piece of the run's hub that was not planned is loaded as an extra. Refuses a sealed
 * run and a code of no piece. Refuses a piece that is already loaded, on another open run, delivered, or not in this
 * hub. Refuses a piece that may not be loaded (TRIP-7).
 */
export const loadCode = operation({
  name: "runs.load_code",
  by: staff("loadRuns"),
  input: loadCodeForm,
  varying: ["agedMs"],
  on: lockLeaving,
  run: async (work, { code: typed, ...time }, run) => {
    const { tx } = work;
    const wrong = unless(run, ["planned"], "loaded");
    if (wrong) return wrong;
    if (run.kind === "pickup") return refuse("conflict", "no_loading");
    const found = await findPiece(tx, typed);
    if (!found.ok) return noPiece(found);
    const { booking, piece } = found;
    const code = pieceCode(booking.trackingCode, piece.number, booking.pieces);
    const [open] = await tx
      .select({ runId: runPieces.runId, name: runs.name, loadedAt: runPieces.loadedAt })
      .from(runPieces)
      .innerJoin(runs, eq(runs.id, runPieces.runId))
      .where(and(eq(runPieces.pieceId, piece.id), isStillOnRun));
    if (open && open.runId !== run.id) return refuse("conflict", "on_other_run", { code, run: open.name });
    if (open?.loadedAt) return refuse("conflict", "loaded_already", { code });
    const refused = open ? null : await addExtra(work, run, { ...found, code });
    if (refused) return refused;
    const loaded = await loadPlanned(work, run, [piece.id], { time, method: "typed" });
    return loaded.ok ? { ok: true, code, extra: !open } : loaded;
  },
  publish: runTopics,
});

type Found = Extract<FoundPiece, { ok: true }>;

function noPiece(found: Extract<FoundPiece, { ok: false }>): Refusal {
  if (found.reason === "which_piece") return refuse("invalid", "which_piece", found);
  if (found.reason === "which_code") return refuse("invalid", "which_code", found);
  return found.reason === "unknown_code"
    ? refuse("invalid", "unknown_code", found)
    : refuse("invalid", "not_our_code");
}

async function addExtra(
  { tx, at }: Work<Admin>,
  run: LockedRun,
  { piece, code }: Found & { code: string },
): Promise<Refusal | null> {
  if (piece.holderKind === "receiver") return refuse("conflict", "delivered_already", { code });
  if (piece.holderKind !== "hub" || piece.holderId !== run.hubId)
    return refuse("conflict", "not_in_hub", { code });
  const place = await placeOnRun(tx, [piece.id], run.kind);
  const added = await joinRun(tx, run, place, { assignedAt: at, extra: true });
  return added.size > 0 ? null : refuse("conflict", "changed_meanwhile");
}
