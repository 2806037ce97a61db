/** The sentences of refusals about refused email addresses, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  not_refused: "This address gets emails again already. Load the page again.",
});
