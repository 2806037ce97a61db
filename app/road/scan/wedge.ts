/** A keyboard-wedge scanner types a code much faster than a person, and ends it with Enter. Pure. */

/** On average between two keys of a scanner; Bluetooth ones are the slow ones. */
const GAP_MS = 100;
/** A busy device may hold one key up for so long. */
export const PAUSE_MS = 500;
/** After so long without a second key the first one is a person's. */
export const HOLD_MS = GAP_MS + 50;
/** Shorter than any code; longer than what a person types in such a burst. */
const LEAST = 8;

export type WedgeKey =
  /** A key of a person, or the first of a burst. */
  { kind: "first" } | { kind: "more" } | { kind: "scan"; text: string } | { kind: "other" };

/** Reads the keys of a page in turn; `at` is the event's time in milliseconds. */
export function createWedge(): (key: string, at: number) => WedgeKey {
  let text = "";
  let since = 0;
  let last = -Infinity;
  return (key, at) => {
    const gap = at - last;
    if (key.length === 1) {
      last = at;
      if (gap > PAUSE_MS) {
        text = "";
        since = at;
      }
      text += key;
      return { kind: gap <= GAP_MS ? "more" : "first" };
    }
    if (key !== "Enter") return { kind: "other" };
    const scanned = text;
    text = "";
    last = -Infinity;
    const quick = gap <= PAUSE_MS && at - since <= scanned.length * GAP_MS;
    return quick && scanned.length >= LEAST ? { kind: "scan", text: scanned } : { kind: "other" };
  };
}
