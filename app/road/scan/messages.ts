/** What refusals of scans say, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  unknown_code: "No booking has this code. Check the label, and type the code below its barcode.",
});

/** Said when something nobody foresaw goes wrong. */
export const NOT_SET = "The status was not set. Please try again.";
