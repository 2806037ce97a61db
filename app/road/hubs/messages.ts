/** The messages for refusals about hubs, by reason. */
import { goneText } from "../../platform/operations/gone-text.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const HUB_GONE = "We do not know this hub. Open it from the list.";
export const HUB_SENT_BEFORE =
  "You already sent this form with other details, so nothing was changed now. Check the list, then send the form again.";

export const refuse = refusals({
  no_hub: HUB_GONE,
  changed_meanwhile:
    "Somebody else has saved this hub since you opened it. Load the page again, then enter your change.",
  code_taken: ({ name }: { name: string }) => ({ code: `${name} has this code. Choose another one.` }),
  name_taken: ({ code }: { code: string }) => ({ name: `Hub ${code} has this name. Choose another one.` }),
  no_other_hub: goneText("A hub of this list"),
});
