/** Scans in the send queue. Only the scan page sends them (use-page-scans.ts). */
import type { QueueKind } from "../../offline/queue-kind.ts";
import type { Scan } from "./scan.ts";

export const SCANS: QueueKind<Scan> = {
  store: "scans",
  noun: "scan",
  lost: "counted",
  held: ["waiting", "tried"],
  // SCAN-4: the number of scans in the page's list.
  retained: 20,
};
