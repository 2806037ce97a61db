/** SCAN-9: a hub takes back the undelivered pieces of a run. */
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { RUN_STATE_NAMES, type RunOutcome } from "../../domain/run.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { lockRun, type LockedRun } from "../runs/lock-run.server.ts";
import { refuse } from "./messages.ts";
import { openPlace, placeOn, whereText, type PlaceOnRun } from "./place-on-run.server.ts";
import { scanTopics, receiveIntoHub } from "./receive-scan.server.ts";
import { returnCount } from "./run-count.server.ts";
import { returnForm } from "./scan-form.ts";
import { openHub, scannedPiece } from "./scanned-piece.server.ts";

type Form = { code: string; run: string; hub: string | null };

/**
 * Returns the hub that receives the pieces of a run:
 *
 * - A linehaul has two hubs. The hub that the form names receives the pieces.
 * - If the form names neither hub of a linehaul, its destination receives the pieces. If the clerk may not work there,
 *   the departure hub does.
 * - Any other run has only one hub, which receives the pieces.
 */
async function returnsTo(work: Work<Admin>, run: LockedRun, hub: string | null): Promise<string> {
  if (!run.toHubId) return run.hubId;
  if (hub === run.hubId || hub === run.toHubId) return hub;
  return (await refuseOtherHub(work.tx, work.actor, run.toHubId)) ? run.hubId : run.toHubId;
}

/**
 * True if the piece left the hub with this run, or should have been picked up. False if it was moved to another run,
 * removed, missing at the seal, or not picked up.
 */
const wasTaken = ({ run, loadedAt, outcome }: PlaceOnRun): boolean =>
  !(outcome && NOT_TAKEN.includes(outcome)) && (loadedAt !== null || run.kind === "pickup");
const NOT_TAKEN: readonly RunOutcome[] = ["removed", "moved", "not_picked_up"];

async function runAndPiece(work: Work<Admin>, { code, run: id, hub }: Form) {
  const run = await lockRun(work, { run: id });
  if ("ok" in run) return run;
  if (run.state === "planned" || run.state === "reconciled")
    return refuse("conflict", "not_out", { run: run.name, state: RUN_STATE_NAMES[run.state].toLowerCase() });
  const at = await openHub(work, await returnsTo(work, run, hub));
  if ("ok" in at) return at;
  const found = await scannedPiece(work.tx, code);
  if (!found.ok) return found;
  const { piece } = found;
  const place = await placeOn(work.tx, piece.id, run.id);
  if (!place || !wasTaken(place)) {
    const open = await openPlace(work.tx, piece.id, { lock: false });
    const where = open
      ? `on ${open.run.name}`
      : await whereText(work.tx, { kind: piece.holderKind, id: piece.holderId });
    return refuse("conflict", "not_of_run", { run: run.name, where });
  }
  return { ...at, ...found, run, place };
}

/**
 * Receives a piece of a run in the run's hub, as `receiveScan` does. The answer also has the number of the run's
 * missing pieces. Refuses a piece of another run, a run that has not left or is closed, and a closed hub.
 */
export const returnScan = operation({
  name: "scan.return",
  by: staff("workHub"),
  act: { kind: "received", source: "scan" },
  input: returnForm,
  varying: ["agedMs"],
  on: runAndPiece,
  run: async (work, { agedMs }, scan) => {
    const answer = await receiveIntoHub(work, scan, agedMs);
    return { ...answer, count: await returnCount(work.tx, scan.run.id) };
  },
  publish: ({ back, forDesk }, _, { booking, run }) =>
    back ? scanTopics(booking.trackingCode, { run: run.id, exception: forDesk }) : [],
});
