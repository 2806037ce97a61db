/** DEMO-1: the people of the demo. A visitor becomes one without a password. Every page has these names. */
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
/** The row of a database that began as a demo and has complete data. */
export const DEMO_ROW = "began_as_demo";
/** DEMO-4: the row asks for the demo's data. A finished write removes it, so a stopped start writes again. */
export const STORY_WANTED = "demo_story_wanted";
