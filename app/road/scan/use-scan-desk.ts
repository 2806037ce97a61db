/** The state of the scan page: the task of every scan, and the choices that are still missing. */
import { useRef, useState, type FormEvent, type RefObject } from "react";
import { scannedPieceCode } from "../../domain/piece-code.ts";
import { scannedTrackingCode, whichCode } from "../../domain/codes-in-text.ts";
import { needsReason } from "../../domain/delivery-status.ts";
import { missingForFailed } from "../../domain/failure-reasons.ts";
import { signal } from "../../ui/signal.ts";
import type { PageScans, QueueView } from "./page-scans.ts";
import type { ScanTask } from "./scan.ts";
import { usePageScans } from "./use-page-scans.ts";
import { useWedge } from "./use-wedge.ts";

const notACode = (text: string): string =>
  text.trim() === ""
    ? "Scan a label, or type its tracking code."
    : `“${text.slice(0, 40)}” is not a tracking code. Scan the barcode of our label, or type the code below it.`;

const NOT_OURS =
  "This is no code of ours. Look for our label on the parcel: another company's may be beside it.";

/**
 * Returns the function that finds the code in a scanned text. If scans set a status, it finds the tracking code of a
 * booking, otherwise the code of a piece.
 */
export const codeReaderFor = ({ mode }: Pick<ScanTask, "mode">) =>
  mode === "status" ? scannedTrackingCode : scannedPieceCode;

/** Returns the problems with choices that this task still needs, by field; null if nothing is missing. */
export function missingChoices({
  mode,
  status,
  reason,
  note,
  hub,
  run,
  to,
}: ScanTask): Record<string, string> | null {
  if (mode === "status") return needsReason(status) ? missingForFailed(reason, note) : null;
  if (mode === "find") return null;
  if (mode === "load" || mode === "return" || (mode === "hand_over" && to === "run"))
    return run ? null : { run: "Choose the run." };
  return hub ? null : { hub: "Choose the hub where you are." };
}

export type ScanDesk = {
  queue: PageScans;
  view: QueueView;
  task: ScanTask;
  choose: (change: Partial<ScanTask>) => void;
  problems: Record<string, string> | null;
  input: RefObject<HTMLInputElement | null>;
  /**
   * Scans a text. Returns false if it cannot be scanned; the text then stays in the field, so that the clerk can
   * correct it.
   */
  scan: (text: string) => boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** Returns the state of the scan page. `mayNot` returns why the person's role may not do a task, or null if it may. */
export function useScanDesk(first: ScanTask, mayNot: (task: ScanTask) => string | null): ScanDesk {
  const { queue, view } = usePageScans();
  const [task, setTask] = useState<ScanTask>(first);
  const [problems, setProblems] = useState<Record<string, string> | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const scan = (text: string): boolean => {
    const code = codeReaderFor(task)(text);
    const missing = missingChoices(task);
    const foreign =
      !code && !missing && whichCode(text) === null && task.mode !== "status" && text.trim() !== "";
    setProblems(code || foreign ? missing : { ...missing, code: notACode(text) });
    if (foreign) {
      void queue.refuse(text.trim().slice(0, 40), task, { word: "Unknown", text: NOT_OURS, tone: "no" });
      return true;
    }
    if (missing || !code) {
      signal("no");
      // The code stays in the field. The clerk makes the missing choices, and then sends it.
      if (code && input.current) input.current.value = code;
      return false;
    }
    void queue.add(code, needsReason(task.status) ? task : { ...task, reason: "", note: "" });
    return true;
  };
  useWedge(mayNot(task) === null ? scan : null);

  return {
    queue,
    view,
    task,
    problems,
    input,
    scan,
    choose(change) {
      setTask((now) => ({ ...now, ...change }));
      setProblems(null);
    },
    onSubmit(event) {
      event.preventDefault();
      const field = input.current;
      if (field && scan(field.value)) field.value = "";
      field?.focus();
    },
  };
}
