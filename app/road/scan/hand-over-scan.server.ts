/** SCAN-10: a scan gives a piece to the rider of another run, or to a person at the counter of a hub. */
import { and, eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { formatTimeNear } from "../../domain/dates.ts";
import { RUN_STATE_NAMES } from "../../domain/run.ts";
import { endRunPlaces, movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { runPieces, runs } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { joinRun, placeOnRun } from "../runs/join-run.server.ts";
import { changeRun, lockRun, logAboutRun, type LockedRun } from "../runs/lock-run.server.ts";
import { holderOfRun, LEAVES } from "../runs/on-the-way.ts";
import { isStillOnRun } from "../runs/pieces-of-run.server.ts";
import { mayBeLoaded } from "../runs/may-be-loaded.server.ts";
import { refuse } from "./messages.ts";
import { openPlace, whereText, type PlaceOnRun } from "./place-on-run.server.ts";
import { scanTopics } from "./receive-scan.server.ts";
import { scanAnswerOf } from "./scan.ts";
import { toRunForm } from "./scan-form.ts";
import { lockPiece, scannedAt, scannedPiece, type ScannedPiece } from "./scanned-piece.server.ts";

type Scanned = ScannedPiece & { run: LockedRun; place: PlaceOnRun | null };

/**
 * Finds the scanned piece. Locks the rows of the piece's run and of the receiving run, in order of id. Because of this
 * order, two simultaneous hand-overs in opposite directions cannot deadlock.
 */
async function pieceAndRun(
  work: Work<Admin>,
  { code, run: id }: { code: string; run: string },
): Promise<Scanned | Refusal> {
  const { tx } = work;
  const found = await scannedPiece(tx, code);
  if (!found.ok) return found;
  const before = await openPlace(tx, found.piece.id, { lock: false });
  let run: LockedRun | null = null;
  for (const one of [...new Set([id, before?.run.id ?? id])].toSorted()) {
    if (one !== id) {
      // The clerk may take a piece from a run of any hub. Only the receiving run must belong to the clerk's hub
      // (lockRun checks this).
      await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, one)).for("no key update");
      continue;
    }
    const locked = await lockRun(work, { run: id });
    if ("ok" in locked) return locked;
    run = locked;
  }
  const place = await openPlace(tx, found.piece.id, { lock: false });
  if (place?.run.id !== before?.run.id) return refuse("conflict", "moved_meanwhile");
  return { ...found, run: run!, place, piece: await lockPiece(tx, found) };
}

/**
 * Gives the scanned piece to the rider or partner of a run, and moves it to that run. If the run is already out, the
 * piece leaves the hub now. The hand-over gets the time of the scan. If the scan arrives late and the piece was handed
 * over again after the scan, the current holder does not change.
 * Refuses a run that is back, closed or without a holder. Refuses a piece that its receiver has, that should be loaded
 * instead, or that may not be loaded (TRIP-7).
 */
export const handToRun = operation({
  name: "scan.hand_to_run",
  by: staff("workHub"),
  act: { kind: "handed_over", source: "scan" },
  input: toRunForm,
  varying: ["agedMs"],
  on: pieceAndRun,
  run: async (work, { agedMs }, scan) => {
    const { at } = work;
    const { run, place, booking, piece, code } = scan;
    if (run.state === "returned" || run.state === "reconciled")
      return refuse("conflict", "run_over", {
        run: run.name,
        state: RUN_STATE_NAMES[run.state].toLowerCase(),
      });
    const to = holderOfRun(run);
    if (!to) return refuse("invalid", "no_holder", { run: run.name });
    if (piece.holderKind === "receiver") return refuse("conflict", "delivered_before");
    const isOn = place?.run.id === run.id;
    if (isOn && piece.holderKind === to.kind && piece.holderId === to.id)
      return scanAnswerOf(code, {
        word: "Already there",
        text: `It is on ${run.name}: nothing changed.`,
        tone: "same",
      });
    if (isOn && run.state === "planned") return refuse("conflict", "load_it", { run: run.name });
    const occurredAt = scannedAt(at, agedMs, booking.createdAt);
    const isLate = piece.heldSince !== null && piece.heldSince > occurredAt;
    const refused = isLate ? null : await moveOn(work, scan, occurredAt);
    if (refused) return refused;
    // A piece in a hub stays with the hub while the run is only planned. The rider takes it when the run is sealed.
    if (isLate || run.state !== "planned" || piece.holderKind !== "hub")
      await movePieces(work, [{ pieceId: piece.id, to, occurredAt, method: "scan", runId: run.id }]);
    const what = `${code}: to ${run.name}${isLate ? ", heard of late" : ""}`;
    await logAboutRun(work, run.id, "hand_over", what);
    return scanAnswerOf(
      code,
      isLate
        ? await keptScan(work, { piece, occurredAt })
        : { word: "Handed over", text: `It is on ${run.name} now.`, tone: "yes" },
    );
  },
  publish: (_, __, { booking, run, place }) => [
    ...scanTopics(booking.trackingCode, { run: run.id, exception: false }),
    ...(place ? ([`run:${place.run.id}`] as const) : []),
  ],
});

/**
 * Returns the answer to a scan that was made before the latest hand-over of its piece. The answer names the present
 * holder.
 */
export async function keptScan(
  { tx, at }: Work<Admin>,
  { piece, occurredAt }: { piece: ScannedPiece["piece"]; occurredAt: Date },
) {
  const where = await whereText(tx, { kind: piece.holderKind, id: piece.holderId });
  const text = `Kept for ${formatTimeNear(occurredAt, at)}. Newer: ${where} since ${formatTimeNear(piece.heldSince!, at)}.`;
  return { word: "Kept", text, tone: "same" as const };
}

/**
 * Puts the piece on its new run, as already loaded. If that run is out and the piece is still in a hub, the piece gets
 * the event of leaving the hub.
 */
async function moveOn(work: Work<Admin>, scan: Scanned, occurredAt: Date): Promise<Refusal | null> {
  const { tx, at } = work;
  const { run, place, booking, piece } = scan;
  if (place) await endRunPlaces(tx, [piece.id], "moved", occurredAt);
  const joined = await joinRun(tx, run, await placeOnRun(tx, [piece.id], run.kind), {
    assignedAt: at,
    loadedAt: occurredAt,
    loadedBy: "scan",
    extra: place === null,
  });
  if (joined.size === 0) return refuse("conflict", "moved_meanwhile");
  const refused = await mayBeLoaded(work, run, and(eq(runPieces.pieceId, piece.id), isStillOnRun)!);
  if (refused) return refused;
  const left = LEAVES[run.kind];
  if (left && run.state === "out" && piece.holderKind !== "rider" && piece.holderKind !== "partner")
    await addEvents(work, [
      { bookingId: booking.id, piece: piece.number, kind: left, occurredAt, hubId: run.hubId, runId: run.id },
    ]);
  await changeRun(tx, run, at, {});
  return null;
}
