/** What refusals about referral rewards say, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

/** Said when something nobody foresaw goes wrong. */
export const NOT_SAVED = "Nothing was saved. Please try again.";

export const refuse = refusals({
  decided_before: "Someone else decided this. Load the page again.",
});
