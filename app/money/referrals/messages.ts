/** What refusals about referral rewards say, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  decided_before: "Someone else decided this. Load the page again.",
});
