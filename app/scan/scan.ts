/** SCAN-1: one scan, from the code to the answer, as the page and its queue keep it. Pure. */
import type { DeliveryStatus } from "../domain/booking.ts";
import type { FailureReason } from "../domain/failure-reasons.ts";

/** What every scan sets, chosen once. */
export type ScanMode = {
  status: DeliveryStatus;
  /** Why it failed; counts for Failed only. */
  reason: FailureReason | "";
  note: string;
};

/** What undoes a change: the version that it made and the status before it. */
export type Back = { id: string; version: number; status: DeliveryStatus };

/** The server's response to one scan, or to its undo; `code` is as stored, or what was scanned, where that is no code. */
export type ScanResponse = { ok: boolean } & Pick<Scan, "code" | "text" | "known" | "back">;

/**
 * `waiting`: not answered yet. `tried`: sent, and the answer was lost: it may have counted. `done`, `refused`: answered.
 * `undone`: taken back.
 */
export type ScanState = "waiting" | "tried" | "done" | "refused" | "undone";

export type Scan = ScanMode & {
  /** The idempotency key: it counts once, however often it is sent. */
  key: string;
  /** Whose device data it is (app/ui/device-owner.ts). */
  owner: string;
  code: string;
  /** When it was scanned, in milliseconds of this device's clock. */
  at: number;
  state: ScanState;
  text: string;
  /** Whether a booking has this code; false until the response. */
  known: boolean;
  back: Back | null;
};

export const MOST_SHOWN = 20;

export const isWaiting = ({ state }: Pick<Scan, "state">): boolean =>
  state === "waiting" || state === "tried";

/** The newest twenty, and every older one that is not answered yet; newest first. */
export function keepNewest(scans: readonly Scan[]): Scan[] {
  const sorted = scans.toSorted((a, b) => b.at - a.at);
  return sorted.filter((scan, index) => index < MOST_SHOWN || isWaiting(scan));
}

/** A code that stays before the camera, or a trigger pressed twice, is one scan. */
export const SAME_MS = 3000;

export function isRepeat(scans: readonly Scan[], code: string, { status }: ScanMode, at: number): boolean {
  return scans.some(
    (scan) =>
      scan.code === code && scan.status === status && at - scan.at < SAME_MS && scan.state !== "undone",
  );
}

export type Outcome =
  | { kind: "answered"; response: ScanResponse }
  /** Sent again later. `signIn`: not before somebody signs in. */
  | { kind: "later"; signIn: boolean };

/** Sign-in, the site lock, a limit, a time-out, and whatever is wrong with the server. */
const LATER = [401, 408, 412, 423, 425, 429];

/** What a response means; `body` is null where it is not ours: the sign-in page, or somebody else's page. */
export function outcomeOf(status: number, body: ScanResponse | null): Outcome {
  if (body && status < 500 && !LATER.includes(status)) return { kind: "answered", response: body };
  return { kind: "later", signIn: (status < 400 && !body) || status === 401 || status === 412 };
}
