/**
 * STAFF-16: goes back to a list from a page that a keyboard shortcut opened. The list and its focus are then as before.
 */

type Left = { row: string; place: number };
let left: Left | null = null;

/** Returns the position of the current page in the tab's history, as counted by the router. */
const placeNow = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Stores the row of a list from which a person opens a page. Must be called before that page replaces the list. */
export function leaveList(row: string): void {
  left = { row, place: placeNow() };
}

/**
 * Returns the number of steps in the tab's history from this page back to its list, as a negative number. Null if this
 * page was not opened from a list.
 */
export const stepsToList = (): number | null =>
  left && left.place < placeNow() ? left.place - placeNow() : null;

/** Returns the row that `leaveList` stored, and forgets it, so that a second call returns null. */
export function takeLeftRow(): string | null {
  const row = left?.row ?? null;
  left = null;
  return row;
}
