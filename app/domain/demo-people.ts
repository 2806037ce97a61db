/** DEMO-1: what each demo person sees (a text for the demo's page), and how the database finds the person. */
import type { DemoDoor } from "./demo-doors.ts";

const AT = "demo.onadelivery.example";

export const DEMO_SEES: Readonly<Record<DemoDoor, string>> = {
  sender: "Three parcels on the way.",
  receiver: "At her gate ₦24,000 is to be paid.",
  shop: "Three new orders.",
  rider: "Ten stops, on a phone.",
  dispatcher: "Runs, exceptions, what must leave today.",
  owner: "Money, prices, the team.",
};
export const DEMO_EMAILS = {
  sender: "adaeze.obi@customers.onadelivery.example",
  shop: `ngozi.eze@${AT}`,
  dispatcher: `bola.ajayi@${AT}`,
  owner: `emeka.nwosu@${AT}`,
};
export const DEMO_PHONES = { receiver: "+2348006625127", rider: "+2348006620312" };
