/** The modes and rights of API keys, and their owners. */
export const KEY_MODES = ["live", "test"] as const;
export type KeyMode = (typeof KEY_MODES)[number];

export const KEY_ACCESS = ["read", "write"] as const;
export type KeyAccess = (typeof KEY_ACCESS)[number];

/** For whom an API key acts: the person who made it, that person's store, or the business of which that person is a member. */
export type KeyOwner = { kind: "customer" | "store" | "business"; id: string };

/** The most keys that one owner has at a time, revoked ones not counted. */
export const MOST_KEYS = 20;

export const KEY_MODE_NAMES: Record<KeyMode, string> = { live: "Live", test: "Test" };
export const KEY_ACCESS_NAMES: Record<KeyAccess, string> = {
  read: "Read only",
  write: "Read and write",
};

/** How fast the parcel of a test booking moves. */
export const TEST_SPEEDS = ["real", "at_once"] as const;
export type TestSpeed = (typeof TEST_SPEEDS)[number];
/** API-9: test bookings are kept so long. */
export const KEEP_TEST_DAYS = 30;
