/** The sentences of refusals at the demo's sign-in, by reason. */
import { goneText } from "../../platform/operations/gone-text.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  no_demo: "This is no demo.",
  gone: goneText("This person of the demo", "Start the demo again: npm run demo -- --new"),
});
