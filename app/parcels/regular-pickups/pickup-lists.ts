/** The lists of regular pickups that the office sees. Pure. */
export const PICKUP_LISTS = ["asked", "active", "paused", "over"] as const;
export type PickupList = (typeof PICKUP_LISTS)[number];
