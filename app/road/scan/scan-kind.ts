/** Scans in the send queue; the scan page alone sends them (use-page-scans.ts). */
import type { QueueKind } from "../../offline/queue-kind.ts";
import type { Scan } from "./scan.ts";

export const SCANS: QueueKind<Scan> = {
  store: "scans",
  noun: "scan",
  lost: "counted",
  held: ["waiting", "tried"],
  // SCAN-4: the list of the page.
  retained: 20,
};
