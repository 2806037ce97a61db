/**
 * STAFF-16: the way back from a page to its list, if a key opened the page. The list is then unchanged, and the focus
 * is in the row that led to the page.
 */

type Left = { row: string; place: number };
let left: Left | null = null;

/** The position of this page in the tab's history, as the router counts it. */
const placeNow = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Stores the row from which a person leaves a list. It must be called before another page replaces the list. */
export function leaveList(row: string): void {
  left = { row, place: placeNow() };
}

/**
 * The step in the history, a negative number, from this page back to the list that led to this page; null if no list
 * did.
 */
export const stepsToList = (): number | null =>
  left && left.place < placeNow() ? left.place - placeNow() : null;

/** The row from which the person left the list. It is returned once; a second call returns null. */
export function takeLeftRow(): string | null {
  const row = left?.row ?? null;
  left = null;
  return row;
}
