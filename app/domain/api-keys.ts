/** The modes, rights and owners of API keys. */
export const KEY_MODES = ["live", "test"] as const;
export type KeyMode = (typeof KEY_MODES)[number];

export const KEY_ACCESS = ["read", "write"] as const;
export type KeyAccess = (typeof KEY_ACCESS)[number];

/** The owner of an API key: the person who made the key, that person's store, or that person's business. */
export type KeyOwner = { kind: "customer" | "store" | "business"; id: string };

/** The largest number of valid keys of one owner. Revoked keys do not count. */
export const MOST_KEYS = 20;

export const KEY_MODE_NAMES: Record<KeyMode, string> = { live: "Live", test: "Test" };
export const KEY_ACCESS_NAMES: Record<KeyAccess, string> = {
  read: "Read only",
  write: "Read and write",
};

/** How fast the parcel of a test booking moves. */
export const TEST_SPEEDS = ["real", "at_once"] as const;
export type TestSpeed = (typeof TEST_SPEEDS)[number];
/** API-9: test bookings are kept for this many days. */
export const KEEP_TEST_DAYS = 30;
