/** DEMO-1: the people of the demo, who are opened without signing in, each by a door. Every page has these names. */
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

/** The PIN with which the rider of the demo begins a shift. */
export const DEMO_SHIFT_PIN = "729415";
/** The row that says that a database began as a demo, and that its data is complete. */
export const DEMO_ROW = "began_as_demo";
/**
 * DEMO-4: the row that asks for the story. Writing the demo removes the row, so a start that was stopped writes it
 * again.
 */
export const STORY_WANTED = "demo_story_wanted";
