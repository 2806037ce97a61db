/** The hubs and runs that can be chosen on the scan page. Pure. */
import type { RunKind, RunState } from "../../domain/run.ts";
import { BOOKING_STATUS_LABELS } from "../../domain/delivery-status.ts";
import { HAND_TO, SCAN_MODES, type HandTo, type ScanMode } from "./scan-modes.ts";
import type { HubCount, RunCount, ScanTask } from "./scan.ts";

export type RunOfScanPage = {
  id: string;
  name: string;
  kind: RunKind;
  state: RunState;
  hub: string;
  toHub: string | null;
  holder: string | null;
  count: RunCount;
};

export type RoadOfPage = {
  hubs: { id: string; name: string; code: string }[];
  own: string | null;
  runs: RunOfScanPage[];
  counts: HubCount[];
};

/**
 * True if a run can be chosen in this mode. Loading needs a run that is not sealed, taking pieces back needs a sealed
 * run, and a hand-over needs a run with a rider or partner.
 */
function fits({ kind, state, holder }: RunOfScanPage, mode: ScanMode): boolean {
  if (mode === "load") return state === "planned" && kind !== "pickup";
  if (mode === "return") return state !== "planned";
  return holder !== null && state !== "returned";
}

/**
 * Returns the runs that can be chosen for a task at its hub. A linehaul can be chosen at both of its hubs, but for
 * loading only at the hub where it begins.
 */
export const runsFor = (
  runs: readonly RunOfScanPage[],
  { mode, hub }: Pick<ScanTask, "mode" | "hub">,
): RunOfScanPage[] =>
  runs.filter(
    (run) => fits(run, mode) && (hub === "" || run.hub === hub || (mode !== "load" && run.toHub === hub)),
  );

export const namesRun = ({ mode, to }: { mode: ScanMode; to: HandTo }): boolean =>
  mode === "load" || mode === "return" || (mode === "hand_over" && to === "run");

/** Names the current task: 'Receive here: Kano (KAN)'. */
export function taskText({ mode, hub, run, to, status }: ScanTask, { hubs, runs }: RoadOfPage): string {
  const here = hubs.find(({ id }) => id === hub);
  const what = {
    receive: here && `${here.name} (${here.code})`,
    count: here && `${here.name} (${here.code})`,
    load: runs.find(({ id }) => id === run)?.name,
    return: runs.find(({ id }) => id === run)?.name,
    hand_over: to === "run" ? runs.find(({ id }) => id === run)?.name : HAND_TO[to].toLowerCase(),
    find: undefined,
    status: BOOKING_STATUS_LABELS[status],
  }[mode];
  return what ? `${SCAN_MODES[mode].label}: ${what}` : SCAN_MODES[mode].label;
}

/** Returns the hub that is chosen at first: the person's own hub, otherwise the only hub. */
export const firstHub = ({ hubs, own }: Pick<RoadOfPage, "hubs" | "own">): string =>
  hubs.find(({ id }) => id === own)?.id ?? (hubs.length === 1 ? hubs[0]!.id : "");
