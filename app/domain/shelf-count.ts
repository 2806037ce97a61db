/** HUB-8: the finding of a shelf's count about a piece. Pure. */

/**
 * `here`: the piece lies where the record has it. `turned_up`: it lies here, but the record had it elsewhere.
 * `missing`: the record has it here, but nobody scanned it before the count was closed.
 */
export const SHELF_OUTCOMES = ["here", "turned_up", "missing"] as const;
export type ShelfOutcome = (typeof SHELF_OUTCOMES)[number];

/** `left`: staff gave up the count, which then says nothing about unscanned pieces. */
export const COUNT_ENDS = ["closed", "left"] as const;
export type CountEnd = (typeof COUNT_ENDS)[number];

/** An open count is given up this number of hours after its last scan. */
export const COUNT_HOURS = 12;

/** The figures of a count. Expected pieces are the hub's pieces by the record, scanned or not. */
export type ShelfFigures = { expected: number; scanned: number; missing: number; extra: number };
