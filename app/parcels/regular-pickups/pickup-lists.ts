/** The office's lists of regular pickups. Pure. */
export const PICKUP_LISTS = ["asked", "active", "paused", "over"] as const;
export type PickupList = (typeof PICKUP_LISTS)[number];
