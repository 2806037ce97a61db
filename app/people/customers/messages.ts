/** The sentences of refusals about customers, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_ADDED = "The note was not added. Please try again.";
/** The refusal of a form that was already sent once, with another note. */
export const NOTE_SENT_BEFORE =
  "You already added a note from this form. Send it again to add this one as a second note.";

export const refuse = refusals({
  no_customer: "This customer was removed or the link is wrong.",
});
