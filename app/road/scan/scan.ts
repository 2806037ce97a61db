/** SCAN-1: a scan, from its code to the server's answer, as the page and its queue store the scan. Pure. */
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import { readPieceCode } from "../../domain/piece-code.ts";
import type { ShelfFigures } from "../../domain/shelf-count.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { isTemporary } from "../../offline/post-queued.ts";
import type { QueueEntry, Outcome } from "../../offline/queue-kind.ts";
import type { Signal } from "../../ui/signal.ts";
import { SCAN_MODES, type HandTo, type Recipient, type ScanMode } from "./scan-modes.ts";

/** The task of each scan. The clerk chooses the task once for all following scans. */
export type ScanTask = {
  mode: ScanMode;
  status: BookingStatus;
  /** The reason for the status Failed; '' for any other status. */
  reason: FailureReason | "";
  note: string;
  /** The ids of the hub and of the run. '' means none. */
  hub: string;
  run: string;
  /** The kind of recipient, only for a hand-over. `person`: the recipient's name at the counter. */
  to: HandTo;
  person: string;
  /** The amount that the clerk was asked to collect at the counter, and took, such as '₦3,250'. */
  taken?: string;
};

/** The values that are needed to undo a status: the booking's id and version, and its status before the scan. */
export type StatusBack = { id: string; version: number; status: BookingStatus };
/**
 * The values that the page sends to undo a scan: for a status, the booking and its former status, otherwise a button
 * with its fields.
 */
export type Back =
  | StatusBack
  | { intent: "undo_receive"; entry: number }
  | { intent: "undo_load"; run: string; piece: string }
  | { intent: "undo_count"; count: string; piece: string };

/** The progress of a run. `byCode`: how many pieces were loaded by their own code, not with the whole list. */
export type RunCount = { run: string; byCode: number } & ShelfFigures;
/** The progress of the count of a hub's shelf. */
export type HubCount = { hub: string } & ShelfFigures;

/** The values that the clerk sees before a hand-over at the counter: the recipient and the amount to collect. */
export type Ask = { to: Recipient; name: string; collect: string | null };

export type ScanAnswer = {
  /** The code in its stored form, or the scanned text if it is not a code. */
  code: string;
  /** One or two words, legible from two metres. '' if `text` is enough. */
  word: string;
  text: string;
  tone: Signal;
  known: boolean;
  back: Back | null;
  count: RunCount | HubCount | null;
  ask: Ask | null;
};
export type ScanResponse = { ok: boolean } & ScanAnswer & {
    /** The fields that were sent. A page without JavaScript shows them again. */
    sent?: Readonly<Record<string, string>>;
  };

/** The answer to a scan that the server carried out. */
export type ScanDone = ScanResponse & { ok: true };

export type Scan = QueueEntry & ScanTask & ScanAnswer & { /** The code as it was read. */ scanned: string };

/** The answer's fields before the server has answered. */
export const NO_ANSWER = {
  word: "",
  text: "",
  tone: "yes",
  known: false,
  back: null,
  count: null,
  ask: null,
} as const satisfies Omit<ScanAnswer, "code">;

/** Makes the response to a scan of one of the company's codes. Fields that are missing in `said` are null. */
export const scanAnswerOf = (
  code: string,
  said: Pick<ScanAnswer, "word" | "text" | "tone"> & Partial<Pick<ScanAnswer, "back" | "count" | "ask">>,
): ScanDone => ({ ...NO_ANSWER, ok: true, code, known: true, ...said });

/** Writes the code of a piece or a booking in readable groups. Returns any other text unchanged. */
export function readableScan(code: string): string {
  const named = readPieceCode(code);
  if (!named) return code;
  const { code: booking, piece } = named;
  return piece === null ? readableTrackingCode(booking) : `${readableTrackingCode(booking)}-${piece}`;
}

/** Returns the booking's code from the code of a piece. Returns any other text unchanged. */
export const bookingCodeOf = (code: string): string => readPieceCode(code)?.code ?? code;

export function scanFieldsOf(scan: ScanTask & Pick<Scan, "code">): Record<string, string> {
  const { code, mode } = scan;
  const sent: Record<string, string> = { mode, code };
  for (const name of SCAN_MODES[mode].sends) sent[name] = scan[name];
  if (mode === "hand_over" && scan.taken) sent["taken"] = scan.taken;
  return sent;
}

/** Returns the key under which a task's answers are counted: mode, status, hub, run and kind of recipient. */
export const taskKey = ({ mode, status, hub, run, to }: ScanTask): string =>
  [mode, mode === "status" ? status : "", hub, run, mode === "hand_over" ? to : ""].join(" ");

export function backFields(back: Back): Record<string, string> {
  const fields = "intent" in back ? back : { intent: "undo", ...back };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** Scans of one code within this time count once, because a label may stay in front of the camera. */
export const SAME_MS = 3000;

export function isRepeat(scans: readonly Scan[], code: string, task: ScanTask, at: number): boolean {
  const asked = JSON.stringify(scanFieldsOf({ ...task, code }));
  return scans.some(
    (scan) =>
      at - scan.at < SAME_MS &&
      scan.state !== "undone" &&
      // The scanned text is compared, not `code`: the server's answer may contain another code of the same piece.
      JSON.stringify(scanFieldsOf({ ...scan, code: scan.scanned })) === asked,
  );
}

/**
 * Returns the outcome of a scan that was sent. `body`: the response as JSON; null if the response is a page, for
 * example the sign-in page.
 */
export function outcomeOf(status: number, body: ScanResponse | null): Outcome<Scan> {
  if (!body || isTemporary(status))
    return { state: "later", signIn: (status < 400 && !body) || status === 401 || status === 412 };
  const { ok, sent: _, ...change } = body;
  if (ok) return { state: "done", change };
  const { code: _code, ...rest } = change;
  return { state: "refused", change: rest };
}
