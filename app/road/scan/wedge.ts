/** Recognises a keyboard-wedge scanner, which types much faster than a person and ends with Enter. Pure. */

/** The longest average time between two keys of a scanner, in ms. Bluetooth scanners are the slowest. */
const GAP_MS = 100;
/** The longest pause between two keys of one scan, in ms, for example on a busy device. */
export const PAUSE_MS = 500;
/** If no second key follows a first key within this time, a person typed the first key, not a scanner. */
export const HOLD_MS = GAP_MS + 50;
/**
 * The minimum length of a scanned code. All codes of the company are longer, and what a person types this fast is
 * shorter.
 */
const LEAST = 8;

export type WedgeKey =
  /**
   * `first`: a first key, of a person or a scanner. `more`: a further key of a scanner. `scan`: a complete scan.
   * `other`: any other key.
   */
  { kind: "first" } | { kind: "more" } | { kind: "scan"; text: string } | { kind: "other" };

/** Returns a function that reads the keys of a page one after the other. `at`: the event's time in ms. */
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
