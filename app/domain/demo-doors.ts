/** DEMO-1: the people of the demo whom one can be without signing in, each behind a door. */
import { wordsOf } from "./words-of.ts";

const AT = "demo.onadelivery.example";

export const DEMO_DOORS = {
  sender: {
    name: "Adaeze",
    who: "the sender",
    sees: "Three parcels on the way.",
    email: "adaeze.obi@customers.onadelivery.example",
  },
  receiver: {
    name: "Hajara",
    who: "the receiver",
    sees: "At her gate ₦24,000 is to be paid.",
    phone: "+2348006625127",
  },
  shop: { name: "Ngozi", who: "the shop", sees: "Three new orders.", email: `ngozi.eze@${AT}` },
  rider: { name: "Yusuf", who: "the rider", sees: "Ten stops, on a phone.", phone: "+2348006620312" },
  dispatcher: {
    name: "Bola",
    who: "the dispatcher",
    sees: "Runs, exceptions, what must leave today.",
    email: `bola.ajayi@${AT}`,
  },
  owner: { name: "Emeka", who: "the owner", sees: "Money, prices, the team.", email: `emeka.nwosu@${AT}` },
} as const;
export type DemoDoor = keyof typeof DEMO_DOORS;
export const DEMO_DOOR_NAMES = wordsOf(DEMO_DOORS);

/** The PIN with which the rider of the demo begins a shift. */
export const DEMO_SHIFT_PIN = "729415";
/** The row that says that a database began as a demo, and that its story is told. */
export const DEMO_ROW = "began_as_demo";
/** DEMO-4: the row that asks for the story. Telling it takes the row away, so a start that was stopped tells it again. */
export const STORY_WANTED = "demo_story_wanted";
