/** The sentences of refusals about registering a store, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

/** Said of a form that was sent before with other content. */
export const STORE_SENT_BEFORE =
  "You already used this form with other details, so nothing was registered now. Send it again to register this store.";

export const refuse = refusals({
  sent_before: STORE_SENT_BEFORE,
});
