/** A keyboard-wedge scanner types a code much faster than a person, and ends it with Enter. Pure. */

/** The average time between two keys of a scanner; Bluetooth scanners are the slowest. */
const GAP_MS = 100;
/** The longest time that a busy device delays one key. */
export const PAUSE_MS = 500;
/** After this time without a second key, the first one came from a person. */
export const HOLD_MS = GAP_MS + 50;
/** Shorter than any code, and longer than a person types in such a burst. */
const LEAST = 8;

export type WedgeKey =
  /** A key of a person, or the first of a burst. */
  { kind: "first" } | { kind: "more" } | { kind: "scan"; text: string } | { kind: "other" };

/** Reads the keys of a page in order. `at` is the event's time in milliseconds. */
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
