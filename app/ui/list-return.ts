/** STAFF-16: the way back from a page that a key opened, to the unchanged list with the focus in its row. */

type Left = { row: string; place: number };
let left: Left | null = null;

/** The position in the tab's history, which the router counts. */
const placeNow = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Notes the row from which a list is left. Called before another page replaces the list. */
export function leaveList(row: string): void {
  left = { row, place: placeNow() };
}

/** The number of history entries between this page and the list that was left; null if none was left. */
export const stepsToList = (): number | null =>
  left && left.place < placeNow() ? left.place - placeNow() : null;

/** The row from which the list was left. A second call returns null. */
export function takeLeftRow(): string | null {
  const row = left?.row ?? null;
  left = null;
  return row;
}
