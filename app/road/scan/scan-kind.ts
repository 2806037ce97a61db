/** Scans in the send queue; the scan page alone sends them (use-page-scans.ts). */
import type { QueueKind } from "../../offline/queue-kind.ts";
import { NO_ANSWER, type Scan } from "./scan.ts";

/** A scan as a page from before there were modes stored it: of a status, with `same` for amber. */
type Before = Partial<Scan> & { same?: boolean };

export const SCANS: QueueKind<Scan> = {
  store: "scans",
  noun: "scan",
  lost: "counted",
  held: ["waiting", "tried"],
  // SCAN-4: the list of the page.
  retained: 20,
  read(stored) {
    const { same, ...scan }: Before = stored;
    if (scan.mode) return stored;
    const task = { mode: "status", hub: "", run: "", to: "receiver", person: "" } as const;
    return {
      ...NO_ANSWER,
      tone: same ? "same" : scan.state === "refused" ? "no" : "yes",
      ...task,
      scanned: scan.code ?? "",
      ...scan,
    } as Scan;
  },
};
