/** STAFF-23: the outcomes for each booking of a bulk change in the background. */
export const BATCH_OUTCOMES = ["changed", "unchanged", "conflict", "removed", "refused"] as const;
export type BatchOutcome = (typeof BATCH_OUTCOMES)[number];
