/**
 * SCAN-6: the task that is chosen when the scan page opens: the task in the URL, otherwise the most frequent task of
 * the person's role. Pure.
 */
import { may } from "../../access/permissions.ts";
import type { AdminRole } from "../../domain/admin-roles.ts";
import { BOOKING_STATUSES, FIRST_STATUS, STATUS_FACTS } from "../../domain/delivery-status.ts";
import { FAILURE_REASONS } from "../../domain/failure-reasons.ts";
import { firstHub, type RoadOfPage } from "./road-of-page.ts";
import { HAND_TO_WORDS, MODE_PERMISSIONS, SCAN_MODE_WORDS, type ScanMode } from "./scan-modes.ts";
import type { ScanTask } from "./scan.ts";

const STATUS_TASK: ScanTask = {
  mode: "status",
  status: STATUS_FACTS[FIRST_STATUS].next[0]!,
  reason: "",
  note: "",
  hub: "",
  run: "",
  to: "receiver",
  person: "",
};

/**
 * Returns the task that is chosen when the page opens. `asked`: the task in the URL or in a form without JavaScript.
 */
export function firstTask(
  road: RoadOfPage | null,
  role: AdminRole,
  asked: Readonly<Record<string, string | undefined>>,
): ScanTask {
  const of = statusTask(asked);
  if (!road) return of;
  const mode = SCAN_MODE_WORDS.find((word) => word === asked["mode"]) ?? usual(role);
  const run = road.runs.find(({ id }) => id === asked["run"]);
  const hub = road.hubs.find(({ id }) => id === (asked["hub"] ?? run?.hub))?.id ?? firstHub(road);
  const to = HAND_TO_WORDS.find((word) => word === asked["to"]) ?? "receiver";
  return { ...of, mode, hub, run: run?.id ?? "", to };
}

/**
 * Returns a task that sets a status. The status and its reason come from a form that was sent without JavaScript, or
 * from a form that the server kept until the person had signed in (KEEP-1).
 */
function statusTask({ status, reason, note = "" }: Readonly<Record<string, string | undefined>>): ScanTask {
  return {
    ...STATUS_TASK,
    status: BOOKING_STATUSES.find((one) => one === status) ?? STATUS_TASK.status,
    reason: FAILURE_REASONS.find((one) => one === reason) ?? "",
    note,
  };
}

const usual = (role: AdminRole): ScanMode =>
  SCAN_MODE_WORDS.find((mode) => may(role, MODE_PERMISSIONS[mode])) ?? "find";
