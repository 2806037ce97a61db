/** The messages of refused requests about referral rewards, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  decided_before: "Someone else already decided about this reward. Load the page again.",
});
