/** HUB-8: what a count of a shelf finds about a piece. Pure. */

/**
 * `here`: the hub had the piece, and it lies there. `turned_up`: it lies there, and the record had it elsewhere.
 * `missing`: the hub has it by the record, and it was not scanned until the count was closed.
 */
export const SHELF_OUTCOMES = ["here", "turned_up", "missing"] as const;
export type ShelfOutcome = (typeof SHELF_OUTCOMES)[number];

/** `left`: the count was given up, and says nothing about what was not scanned. */
export const COUNT_ENDS = ["closed", "left"] as const;
export type CountEnd = (typeof COUNT_ENDS)[number];

/** The hours after its last scan at which an open count is given up. */
export const COUNT_HOURS = 12;

/** The figures of a count. Expected is what the hub has by the record: what was scanned of it, and what was not. */
export type ShelfFigures = { expected: number; scanned: number; missing: number; extra: number };
