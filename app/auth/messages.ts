/** The sentences of refusals about accounts, by reason. */
import { refusals } from "../platform/operations/refusals.ts";
import { REGISTERED_AT_SUBMIT } from "./account-messages.ts";

/** Said of a form that was sent before with other content. */
export const LINK_ASKED_BEFORE =
  "You already used this form with other details, so nothing was sent now. Send it again to get this link.";

export const refuse = refusals({
  registered: { email: REGISTERED_AT_SUBMIT },
});
