/** STAFF-16: the way back to a list after a key opened a page: the list and its focus are unchanged. */

type Left = { row: string; place: number };
let left: Left | null = null;

/** The position in the tab's history, as the router counts it. */
const placeNow = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Stores the row from which a person leaves a list. Call it before another page replaces the list. */
export function leaveList(row: string): void {
  left = { row, place: placeNow() };
}

/** The step (negative) in the history back to the list that led to this page; null without a list. */
export const stepsToList = (): number | null =>
  left && left.place < placeNow() ? left.place - placeNow() : null;

/** The row from which the person left the list, once; a second call returns null. */
export function takeLeftRow(): string | null {
  const row = left?.row ?? null;
  left = null;
  return row;
}
