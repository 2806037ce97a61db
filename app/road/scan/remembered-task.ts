/** The scan mode and the hub that this device remembers for the person who uses it. */
import { ownKey } from "../../ui/device-owner.ts";
import { firstHub, type RoadOfPage } from "./road-of-page.ts";
import { SCAN_MODE_WORDS } from "./scan-modes.ts";
import type { ScanTask } from "./scan.ts";

const KIND = "scan";
const NAME = "task";

/** Returns the last mode and hub on this device, if the person may still use them. */
export function recallTask(
  road: RoadOfPage,
  mayNot: (task: Pick<ScanTask, "mode">) => string | null,
): Partial<ScanTask> {
  let kept: Partial<Record<"mode" | "hub", unknown>> = {};
  try {
    kept = JSON.parse(localStorage.getItem(ownKey(KIND, NAME)) ?? "{}") as typeof kept;
  } catch {
    // If the browser blocks its storage or the stored value is damaged, nothing is remembered.
  }
  const mode = SCAN_MODE_WORDS.find((word) => word === kept.mode && mayNot({ mode: word }) === null);
  const hub = road.hubs.find(({ id }) => id === kept.hub)?.id ?? firstHub(road);
  return { hub, ...(mode ? { mode } : {}) };
}

export function rememberTask({ mode, hub }: Pick<ScanTask, "mode" | "hub">): void {
  try {
    localStorage.setItem(ownKey(KIND, NAME), JSON.stringify({ mode, hub }));
  } catch {
    // The browser blocks its storage, so nothing is remembered. The page will open with the person's own hub.
  }
}
