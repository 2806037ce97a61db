/**
 * DEMO-1: the people of the demo. A visitor can sign in as one of them without a password. All pages use these names.
 */
import { wordsOf } from "./words-of.ts";

export const DEMO_DOORS = {
  sender: { name: "Adaeze", who: "the sender" },
  receiver: { name: "Hajara", who: "the receiver" },
  shop: { name: "Ngozi", who: "the shop" },
  rider: { name: "Yusuf", who: "the rider" },
  dispatcher: { name: "Bola", who: "the dispatcher" },
  owner: { name: "Emeka", who: "the owner" },
} as const;
export type DemoDoor = keyof typeof DEMO_DOORS;
export const DEMO_DOOR_NAMES = wordsOf(DEMO_DOORS);

/** The shift PIN of the demo's rider. */
export const DEMO_SHIFT_PIN = "729415";
/** The key of the row that marks a database as a demo. The row is added once the demo's data is complete. */
export const DEMO_ROW = "began_as_demo";
/**
 * DEMO-4: the key of the row that says that the demo's data is still to be written. The row is removed once all data is
 * written. After an interrupted start, the next start finds the row and begins again.
 */
export const STORY_WANTED = "demo_story_wanted";
