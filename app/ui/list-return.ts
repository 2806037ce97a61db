/** STAFF-16: the way back from a page that a key opened, to the unchanged list with the focus in its row. */

type Left = { row: string; place: number };
let left: Left | null = null;

/** The router counts the entries of the tab's history. */
const placeNow = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Call before another page replaces the list. */
export function leaveList(row: string): void {
  left = { row, place: placeNow() };
}

/** The number of history entries between this page and the list that was left; null if none was left. */
export const stepsToList = (): number | null =>
  left && left.place < placeNow() ? left.place - placeNow() : null;

/** The row that was left; returned once. */
export function takeLeftRow(): string | null {
  const row = left?.row ?? null;
  left = null;
  return row;
}
