/** What refusals about referral rewards say, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  decided_before: "Someone else already decided about this reward. Load the page again.",
});
