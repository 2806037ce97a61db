/** SCAN-1: one scan, from the code to the server's answer, as the page and its queue store it. Pure. */
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import { readPieceCode } from "../../domain/piece-code.ts";
import type { ShelfFigures } from "../../domain/shelf-count.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { isTemporary } from "../../offline/post-queued.ts";
import type { QueueEntry, Outcome } from "../../offline/queue-kind.ts";
import type { Signal } from "../../ui/signal.ts";
import { SCAN_MODES, type HandTo, type Recipient, type ScanMode } from "./scan-modes.ts";

/** The task that is chosen once for every scan. */
export type ScanTask = {
  mode: ScanMode;
  status: BookingStatus;
  /** The reason for the status Failed; '' for any other status. */
  reason: FailureReason | "";
  note: string;
  /** The ids of the hub and of the run. '' means none. */
  hub: string;
  run: string;
  /** Only for a hand-over: the kind of recipient. `person`: the recipient's name at the counter. */
  to: HandTo;
  person: string;
};

/** The data that undo a status: the version of the booking, and its status before. */
export type StatusBack = { id: string; version: number; status: BookingStatus };
/** The data that undo a scan: the booking and its former status, otherwise a button and its fields. */
export type Back =
  | StatusBack
  | { intent: "undo_receive"; entry: number }
  | { intent: "undo_load"; run: string; piece: string }
  | { intent: "undo_count"; count: string; piece: string };

/** The progress of a run. `byCode`: the pieces that were scanned or typed, not loaded from the list. */
export type RunCount = { run: string; byCode: number } & ShelfFigures;
/** The progress of the count of a hub's shelf. */
export type HubCount = { hub: string } & ShelfFigures;

/** The recipient and the amount to collect, which the clerk sees before a hand-over at the counter. */
export type Ask = { to: Recipient; name: string; collect: string | null };

export type ScanAnswer = {
  /** The stored form of the code; the scanned text if it is not a code. */
  code: string;
  /** One or two words that are legible from two metres; '' if `text` says everything. */
  word: string;
  text: string;
  tone: Signal;
  known: boolean;
  back: Back | null;
  count: RunCount | HubCount | null;
  ask: Ask | null;
};
export type ScanResponse = { ok: boolean } & ScanAnswer & {
    /** The sent fields, which a page without JavaScript shows again. */
    sent?: Readonly<Record<string, string>>;
  };

/** The answer to a scan that the server carried out. */
export type ScanDone = ScanResponse & { ok: true };

export type Scan = QueueEntry & ScanTask & ScanAnswer & { /** The code as it was read. */ scanned: string };

/** The answer while the server has not responded. */
export const NO_ANSWER = {
  word: "",
  text: "",
  tone: "yes",
  known: false,
  back: null,
  count: null,
  ask: null,
} as const satisfies Omit<ScanAnswer, "code">;

/** The response about our code. Fields that `said` leaves out are null. */
export const scanAnswerOf = (
  code: string,
  said: Pick<ScanAnswer, "word" | "text" | "tone"> & Partial<Pick<ScanAnswer, "back" | "count" | "ask">>,
): ScanDone => ({ ...NO_ANSWER, ok: true, code, known: true, ...said });

/** The code of a piece or a booking in readable groups. Any other text is returned unchanged. */
export function readableScan(code: string): string {
  const named = readPieceCode(code);
  if (!named) return code;
  const { code: booking, piece } = named;
  return piece === null ? readableTrackingCode(booking) : `${readableTrackingCode(booking)}-${piece}`;
}

/** The booking's code in the code of a piece. Any other text is returned unchanged. */
export const bookingCodeOf = (code: string): string => readPieceCode(code)?.code ?? code;

export function scanFieldsOf(scan: ScanTask & Pick<Scan, "code">): Record<string, string> {
  const { code, mode } = scan;
  const sent: Record<string, string> = { mode, code };
  for (const name of SCAN_MODES[mode].sends) sent[name] = scan[name];
  return sent;
}

/** The key for counting answers: the mode and its status, hub, run or recipient. */
export const taskKey = ({ mode, status, hub, run, to }: ScanTask): string =>
  [mode, mode === "status" ? status : "", hub, run, mode === "hand_over" ? to : ""].join(" ");

export function backFields(back: Back): Record<string, string> {
  const fields = "intent" in back ? back : { intent: "undo", ...back };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** Within this time a repeated code counts once, because it may stay in front of the camera. */
export const SAME_MS = 3000;

export function isRepeat(scans: readonly Scan[], code: string, task: ScanTask, at: number): boolean {
  const asked = JSON.stringify(scanFieldsOf({ ...task, code }));
  return scans.some(
    (scan) =>
      at - scan.at < SAME_MS &&
      scan.state !== "undone" &&
      // The scanned text is compared, because the answer may use another code of the piece.
      JSON.stringify(scanFieldsOf({ ...scan, code: scan.scanned })) === asked,
  );
}

/** The outcome of a response. `body` is null for a page, such as the sign-in page. */
export function outcomeOf(status: number, body: ScanResponse | null): Outcome<Scan> {
  if (!body || isTemporary(status))
    return { state: "later", signIn: (status < 400 && !body) || status === 401 || status === 412 };
  const { ok, sent: _, ...change } = body;
  if (ok) return { state: "done", change };
  const { code: _code, ...rest } = change;
  return { state: "refused", change: rest };
}
