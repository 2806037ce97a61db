/** The texts of refusals about consents, by reason. */
import { goneText } from "../../platform/operations/gone-text.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_DONE = "Nothing was done. Please try again.";

export const refuse = refusals({
  no_such_consent: goneText("This consent"),
  withdrawn_before: "This consent is withdrawn already. You changed nothing.",
});
