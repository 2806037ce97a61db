/** HUB-8: what a count of a hub's shelf says about a piece. Pure. */

/**
 * `here`: the piece lies where the records say. `turned_up`: the piece lies here, but the records said elsewhere.
 * `missing`: the records say here, but nobody scanned the piece before the count was closed.
 */
export const SHELF_OUTCOMES = ["here", "turned_up", "missing"] as const;
export type ShelfOutcome = (typeof SHELF_OUTCOMES)[number];

/** `left`: staff gave up the count, so it says nothing about pieces that were not scanned. */
export const COUNT_ENDS = ["closed", "left"] as const;
export type CountEnd = (typeof COUNT_ENDS)[number];

/** A count that is not closed is given up this many hours after its last scan. */
export const COUNT_HOURS = 12;

/** The figures of a count. `expected`: the pieces that are in the hub according to the records, scanned or not. */
export type ShelfFigures = { expected: number; scanned: number; missing: number; extra: number };
