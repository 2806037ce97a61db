/** The sentences of refusals at the demo's doors, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  no_demo: "This is no demo.",
  gone: "This person of the demo is not there any more. Start the demo again: npm run demo -- --new",
});
