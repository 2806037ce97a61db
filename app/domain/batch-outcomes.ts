/** STAFF-23: what can happen to one booking when a background job changes many bookings. */
export const BATCH_OUTCOMES = ["changed", "unchanged", "conflict", "removed", "refused"] as const;
export type BatchOutcome = (typeof BATCH_OUTCOMES)[number];
