/** SCAN-8: loads pieces on a run by scans, and undoes a load. */
import { and, eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { RUN_STATE_NAMES } from "../../domain/run.ts";
import { bookings, pieces, runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { activeHubsIn } from "../../places/hubs.server.ts";
import { joinRun } from "../runs/join-run.server.ts";
import { changeRun, lockRun, logRun, runTopics, unless, type LockedRun } from "../runs/lock-run.server.ts";
import { isStillOnRun } from "../runs/pieces-of-run.server.ts";
import { mayBeLoaded } from "../runs/may-be-loaded.server.ts";
import type { StopPiece } from "../runs/stops.ts";
import { refuse } from "./messages.ts";
import { openPlace, stopText, whereText, type PlaceOnRun } from "./place-on-run.server.ts";
import { hubWithCode } from "./receive-answer.ts";
import { whereTo } from "./receive-scan.server.ts";
import { loadCount } from "./run-count.server.ts";
import { scanAnswerOf } from "./scan.ts";
import { loadForm, undoLoadForm } from "./scan-form.ts";
import { scannedAt, scannedPiece, type ScannedPiece } from "./scanned-piece.server.ts";

type Scanned = ScannedPiece & { run: LockedRun; place: PlaceOnRun | null };

/** Locks the run's row, and finds the piece. Only the hub where the run begins may load the run. */
async function runAndPiece(work: Work<Admin>, { code, run: id }: { code: string; run: string }) {
  const run = await lockRun(work, { run: id });
  if ("ok" in run) return run;
  const wrong = run.toHubId ? await refuseOtherHub(work.tx, work.actor, run.hubId) : null;
  if (wrong) return wrong;
  const found = await scannedPiece(work.tx, code);
  if (!found.ok) return found;
  return { ...found, run, place: await openPlace(work.tx, found.piece.id, { lock: false }) };
}

/**
 * Loads the scanned piece on a planned run. An unplanned piece in the run's hub is added as an extra. Refuses
 * a piece on another open run, a piece that is not in this hub or is delivered, a sealed run, and a piece
 * that may not be loaded (TRIP-7).
 */
export const loadScan = operation({
  name: "scan.load",
  by: staff("loadRuns"),
  input: loadForm,
  varying: ["agedMs"],
  on: runAndPiece,
  run: async (work, { agedMs }, scan) => {
    const { run, place, booking, piece, code } = scan;
    if (run.kind === "pickup") return refuse("conflict", "no_loading", { run: run.name });
    if (run.state !== "planned")
      return refuse("conflict", "sealed", { run: run.name, state: stateText(run) });
    if (place && place.run.id !== run.id) return refuse("conflict", "other_run", { run: place.run.name });
    if (place?.loadedAt)
      return scanAnswerOf(code, {
        word: "Already loaded",
        text: `It is on ${run.name}: nothing changed.`,
        tone: "same",
        count: await loadCount(work.tx, run.id),
      });
    const loadedAt = scannedAt(work.at, agedMs, booking.createdAt);
    const refused = place ? null : await addExtra(work, scan);
    if (refused) return refused;
    const kept = await mayBeLoaded(work, run, eq(runPieces.pieceId, piece.id));
    if (kept) return kept;
    await work.tx
      .update(runPieces)
      .set({ loadedAt, loadedBy: "scan" })
      .where(and(eq(runPieces.runId, run.id), eq(runPieces.pieceId, piece.id), isStillOnRun));
    await changeRun(work.tx, run, work.at, {});
    return scanAnswerOf(code, {
      ...(place
        ? { word: "Right", tone: "yes", text: `Loaded on ${stopText(place)}.` }
        : {
            word: "Added",
            tone: "same",
            text: `Not planned: added to ${run.name}.${await elsewhereText(work, scan)}`,
          }),
      back: { intent: "undo_load", run: run.id, piece: piece.id },
      count: await loadCount(work.tx, run.id),
    });
  },
  publish: ({ back }, input, { run }) => (back ? runTopics(null, input, run) : []),
});

const stateText = ({ state }: Pick<LockedRun, "state">) =>
  state === "loaded" ? "sealed" : RUN_STATE_NAMES[state].toLowerCase();

/**
 * Returns a sentence that names the hub that delivers an added piece. '' if the run goes to that hub, or if it is unclear
 * which hub delivers.
 */
async function elsewhereText({ tx, services }: Work<Admin>, { run, booking, piece }: Scanned) {
  const { to } = whereTo({ booking, piece }, await activeHubsIn(tx, services));
  const stays = run.kind === "linehaul" ? run.toHubId : run.hubId;
  return to.kind === "hub" && to.hub.id !== stays
    ? ` It is for ${hubWithCode(to.hub)}: take it off if that is not meant.`
    : "";
}

/** Adds a piece to the run of its hub. If the piece has just been put on another run, the refusal names that run. */
async function addExtra(work: Work<Admin>, { run, booking, piece, code }: Scanned): Promise<Refusal | null> {
  const { tx, at } = work;
  if (piece.holderKind === "receiver") return refuse("conflict", "delivered_before");
  if (piece.holderKind !== "hub" || piece.holderId !== run.hubId)
    return refuse("conflict", "not_here", {
      where: await whereText(tx, { kind: piece.holderKind, id: piece.holderId }),
    });
  const added = await joinRun(tx, run, [destinationOf({ booking, piece })], { assignedAt: at, extra: true });
  if (added.size === 0) {
    const now = await openPlace(tx, piece.id, { lock: false });
    return now
      ? refuse("conflict", "other_run", { run: now.run.name })
      : refuse("conflict", "moved_meanwhile");
  }
  await logRun(work, run, `${code} added by a scan`);
  return null;
}

/** Returns the place to which a scanned piece goes: the sender's place for a return, otherwise the receiver's. */
const destinationOf = ({ booking, piece }: Pick<ScannedPiece, "booking" | "piece">): StopPiece => ({
  pieceId: piece.id,
  ...whereTo({ booking, piece }, []).place,
  phone: piece.returning ? booking.senderPhone : booking.receiverPhone,
  address: piece.returning ? booking.senderAddress : booking.receiverAddress,
});

/**
 * Undoes the loading of a piece. A piece that was planned stays on the run, not loaded. An extra piece is removed from
 * the run. Refuses a sealed run.
 */
export const undoLoad = operation({
  name: "scan.undo_load",
  by: staff("loadRuns"),
  input: undoLoadForm,
  on: lockRun,
  run: async ({ tx, at }, { piece }, run) => {
    const [booking] = await tx
      .select({ code: bookings.trackingCode })
      .from(pieces)
      .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
      .where(eq(pieces.id, piece));
    if (!booking || unless(run, ["planned"], "unloaded")) return refuse("conflict", "not_undone");
    const undone = await tx
      .update(runPieces)
      .set({
        loadedAt: null,
        loadedBy: null,
        outcome: sql`case when ${runPieces.extra} then 'removed' end`,
        endedAt: sql`case when ${runPieces.extra} then ${at.toISOString()}::timestamptz end`,
      })
      .where(
        and(
          eq(runPieces.runId, run.id),
          eq(runPieces.pieceId, piece),
          isStillOnRun,
          sql`${runPieces.loadedAt} is not null`,
        ),
      )
      .returning({ id: runPieces.id });
    if (undone.length === 0) return refuse("conflict", "not_undone");
    await changeRun(tx, run, at, {});
    return {
      ok: true,
      code: booking.code,
      text: `Taken off ${run.name} again.`,
      count: await loadCount(tx, run.id),
    };
  },
  publish: runTopics,
});
