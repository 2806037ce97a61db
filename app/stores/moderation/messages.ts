/** The texts of refusals about showing and hiding stores, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_DONE = "Nothing was done. Please try again.";

export const refuse = refusals({
  no_such_store: "There is no store with this address.",
  hidden_before: "This store is hidden already. You changed nothing.",
  shown_before: "This store is shown already. You changed nothing.",
});
