/** Describes scans as entries of the send queue. Only the scan page sends them (use-page-scans.ts). */
import type { QueueKind } from "../../offline/queue-kind.ts";
import type { Scan } from "./scan.ts";

export const SCANS: QueueKind<Scan> = {
  store: "scans",
  noun: "scan",
  lost: "counted",
  held: ["waiting", "tried"],
  // SCAN-4: how many scans the list on the page has.
  retained: 20,
};
