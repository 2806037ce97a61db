/** The outcomes for each booking of a bulk change that runs in the background (STAFF-23). */
export const BATCH_OUTCOMES = ["changed", "unchanged", "conflict", "removed", "refused"] as const;
export type BatchOutcome = (typeof BATCH_OUTCOMES)[number];
