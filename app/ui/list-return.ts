/**
 * STAFF-16: goes back to a list from a page that a keyboard shortcut opened. The list and its focus are then as before.
 */

type Left = { row: string; place: number };
let left: Left | null = null;

/** Returns the position in the tab's history, as the router counts it. */
const placeNow = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Stores the row from which a person leaves a list. Must be called before another page replaces the list. */
export function leaveList(row: string): void {
  left = { row, place: placeNow() };
}

/** Returns the steps (negative) in the history back to the list that led to this page. Null without a list. */
export const stepsToList = (): number | null =>
  left && left.place < placeNow() ? left.place - placeNow() : null;

/** Returns the row from which the person left the list. A second call returns null. */
export function takeLeftRow(): string | null {
  const row = left?.row ?? null;
  left = null;
  return row;
}
