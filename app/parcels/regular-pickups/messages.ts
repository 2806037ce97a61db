/** The refusals about regular pickups, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  not_your_store: "This is not one of your stores.",
  pickup_gone: "We do not know this regular pickup. Open it from the list.",
  too_many: ({ most }: { most: number }) =>
    `You have ${most} regular pickups, which is all that we take. End one first.`,
  changed_meanwhile:
    "Somebody has changed this regular pickup since you opened it. Nothing was saved: load the page again and look at what changed.",
  is_ended: "This regular pickup has ended. Ask for a new one.",
  not_paused: "It is not paused any more. Load the page again.",
  paused_by_office: "We paused it. Call us, and we let it go on.",
  not_active: "Only an approved regular pickup has days. Load the page again.",
  nothing_asked: "There is nothing to decide any more. Load the page again.",
  choose_hub: { hub: "Choose the hub whose riders come." },
  no_such_day: "This is no day of this pickup. Load the page again.",
  on_the_way: "The rider of this day is on the way. Call us instead.",
  was_visited: "The rider was there on this day already.",
  skipped_by_office: "We skipped this day. Call us if you need us all the same.",
});
