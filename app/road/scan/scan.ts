/** SCAN-1: one scan, from the code to the answer, as the page and its queue keep it. Pure. */
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import { readPieceCode } from "../../domain/piece-code.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { isTemporary } from "../../offline/post-queued.ts";
import type { Entry, Outcome } from "../../offline/queue-kind.ts";
import type { Signal } from "../../ui/signal.ts";
import { SCAN_MODES, type HandTo, type Recipient, type ScanMode } from "./scan-modes.ts";

/** What every scan does, chosen once. */
export type ScanTask = {
  mode: ScanMode;
  status: BookingStatus;
  /** Why it failed; counts for Failed only. */
  reason: FailureReason | "";
  note: string;
  /** Ids; '' where the mode needs none, or none was chosen. */
  hub: string;
  run: string;
  /** Hand over: to whom, and who took it at the counter. */
  to: HandTo;
  person: string;
};

/** What undoes a status: the version that it made and the status before it. */
export type StatusBack = { id: string; version: number; status: BookingStatus };
/** What undoes a scan; but of a status, the button and its fields. */
export type Back =
  | StatusBack
  | { intent: "undo_receive"; entry: number }
  | { intent: "undo_load"; run: string; piece: string };

/** How far a run is. */
export type RunCount = { run: string; expected: number; scanned: number; missing: number; extra: number };

/** What a clerk must know and say before a parcel is handed over at the counter. */
export type Ask = { to: Recipient; name: string; collect: string | null };

/** The server's answer to one scan, or to its undo. */
export type ScanAnswer = {
  /** As stored, or what was scanned, where that is no code. */
  code: string;
  /** One word, or two, to be read from two metres; '' where the text says all. */
  word: string;
  text: string;
  tone: Signal;
  /** Whether a booking has this code. */
  known: boolean;
  back: Back | null;
  count: RunCount | null;
  ask: Ask | null;
};
export type ScanResponse = { ok: boolean } & ScanAnswer & {
    /** What was sent, for a page without JavaScript. */
    sent?: Readonly<Record<string, string>>;
  };

export type Scan = Entry & ScanTask & ScanAnswer & { /** The code as it was read. */ scanned: string };

/** Of a scan that was not answered yet. */
export const NO_ANSWER = {
  word: "",
  text: "",
  tone: "yes",
  known: false,
  back: null,
  count: null,
  ask: null,
} as const satisfies Omit<ScanAnswer, "code">;

/** The code of a piece or a booking in groups that are easy to read aloud; any other text as it is. */
export function readableScan(code: string): string {
  const named = readPieceCode(code);
  if (!named) return code;
  const { code: booking, piece } = named;
  return piece === null ? readableTrackingCode(booking) : `${readableTrackingCode(booking)}-${piece}`;
}

/** The booking of a piece's code. */
export const bookingCodeOf = (code: string): string => readPieceCode(code)?.code ?? code;

/** What it sends, beside its age. */
export function fieldsOf(scan: ScanTask & Pick<Scan, "code">): Record<string, string> {
  const { code, mode } = scan;
  const sent: Record<string, string> = { mode, code };
  for (const name of SCAN_MODES[mode].sends) sent[name] = scan[name];
  return sent;
}

/** Scans of one key are counted together: the same mode at the same place. */
export const taskKey = ({ mode, status, hub, run, to }: ScanTask): string =>
  [mode, mode === "status" ? status : "", hub, run, mode === "hand_over" ? to : ""].join(" ");

/** What its undo sends. */
export function backFields(back: Back): Record<string, string> {
  const fields = "intent" in back ? back : { intent: "undo", ...back };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** A code that stays before the camera, or a trigger pressed twice, is one scan. */
export const SAME_MS = 3000;

export function isRepeat(scans: readonly Scan[], code: string, task: ScanTask, at: number): boolean {
  const asked = JSON.stringify(fieldsOf({ ...task, code }));
  return scans.some(
    (scan) =>
      at - scan.at < SAME_MS &&
      scan.state !== "undone" &&
      // The answer may name the piece otherwise than its label does.
      JSON.stringify(fieldsOf({ ...scan, code: scan.scanned })) === asked,
  );
}

/** What a response means; `body` is null if it is not ours: the sign-in page, or somebody else's page. */
export function outcomeOf(status: number, body: ScanResponse | null): Outcome<Scan> {
  if (!body || isTemporary(status))
    return { state: "later", signIn: (status < 400 && !body) || status === 401 || status === 412 };
  const { ok, sent: _, ...change } = body;
  if (ok) return { state: "done", change };
  const { code: _code, ...rest } = change;
  return { state: "refused", change: rest };
}
