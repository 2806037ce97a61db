/** SCAN-1: one scan, from the code to the answer, as the page and its queue keep it. Pure. */
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import { isTemporary } from "../../offline/post-queued.ts";
import type { Entry, Outcome } from "../../offline/queue-kind.ts";

/** What every scan sets, chosen once. */
export type ScanMode = {
  status: BookingStatus;
  /** Why it failed; counts for Failed only. */
  reason: FailureReason | "";
  note: string;
};

/** What undoes a change: the version that it made and the status before it. */
export type Back = { id: string; version: number; status: BookingStatus };

/** The server's response to one scan, or to its undo; `code` is as stored, or what was scanned, where that is no code. */
export type ScanResponse = { ok: boolean } & Pick<Scan, "code" | "text" | "known" | "same" | "back">;

export type Scan = Entry &
  ScanMode & {
    code: string;
    text: string;
    /** Whether a booking has this code; false until the response. */
    known: boolean;
    /** Whether the parcel had this status before it was scanned. */
    same: boolean;
    back: Back | null;
  };

/** A code that stays before the camera, or a trigger pressed twice, is one scan. */
export const SAME_MS = 3000;

export function isRepeat(scans: readonly Scan[], code: string, { status }: ScanMode, at: number): boolean {
  return scans.some(
    (scan) =>
      scan.code === code && scan.status === status && at - scan.at < SAME_MS && scan.state !== "undone",
  );
}

/** What a response means; `body` is null if it is not ours: the sign-in page, or somebody else's page. */
export function outcomeOf(status: number, body: ScanResponse | null): Outcome<Scan> {
  if (!body || isTemporary(status))
    return { state: "later", signIn: (status < 400 && !body) || status === 401 || status === 412 };
  const { ok, code, text, known, same, back } = body;
  return ok
    ? { state: "done", change: { code, text, known, same, back } }
    : { state: "refused", change: { text, known, back } };
}
