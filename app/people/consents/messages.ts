/** The texts of refusals about consents, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_DONE = "Nothing was done. Please try again.";

export const refuse = refusals({
  no_such_consent: "This consent is not there any more.",
  withdrawn_before: "This consent is withdrawn already. You changed nothing.",
});
