/** The lists of the office: what is to decide, what runs, what is paused, and what is over. Pure. */
export const PICKUP_LISTS = ["asked", "active", "paused", "over"] as const;
export type PickupList = (typeof PICKUP_LISTS)[number];
