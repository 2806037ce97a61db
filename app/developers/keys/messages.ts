/** The sentences of refusals about API keys and webhook endpoints, by reason. */
import { MOST_KEYS } from "../../domain/api-keys.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  unknown_key: "This key is not yours, or it is revoked already. Load the page again.",
  too_many_keys: `You have ${MOST_KEYS} keys. Revoke one that you do not use, then make another.`,
  no_test_mode: { mode: "Test keys are not available here. Make a live key." },
  no_such_key: "This key is revoked already.",
  no_sandbox: "There is no sandbox here. The operator can set SANDBOX_DATABASE_URL.",
  not_open: "The account of your business is not open. Keys are made once it is.",
  no_member: "You are no member of this business any more, so no key was made.",
  unknown_store: "This is not one of your stores.",
});
