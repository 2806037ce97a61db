/** What became of each booking of a change in the background (STAFF-23). */
export const BATCH_OUTCOMES = ["changed", "unchanged", "conflict", "removed", "refused"] as const;
export type BatchOutcome = (typeof BATCH_OUTCOMES)[number];
