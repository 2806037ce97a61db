/** The sentences of refusals about registering a store, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

/** The refusal of a form that already registered a store with other details. */
export const STORE_SENT_BEFORE =
  "You used this form before with other details. Press the button again to register this store.";

export const refuse = refusals({
  sent_before: STORE_SENT_BEFORE,
});
