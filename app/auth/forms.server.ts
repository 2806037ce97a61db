/** The buttons of the screens that send a link: the operation of each, and what is read when it is done. */
import type { ActionResult } from "../platform/http/result.ts";
import { actionError } from "../platform/http/form.server.ts";
import { button, type Buttons } from "../platform/http/form-action.server.ts";
import { REGISTERED, REGISTERED_PROBLEM } from "./account-messages.ts";
import { linkButton, refusedLink } from "./link-screen.server.ts";
import { LOGIN, SIGN_UP } from "./link-screens.ts";
import type { Session } from "../access/principal-context.ts";
import { checkEmail, requestSignIn, requestSignUp } from "./sign-in-links.server.ts";

export const LOGIN_BUTTONS: Buttons<Session> = { "": linkButton(requestSignIn, LOGIN) };

export const SIGN_UP_BUTTONS: Buttons<Session, ActionResult> = {
  "": {
    ...linkButton(requestSignUp, SIGN_UP),
    refused: (refusal, form) =>
      refusal.reason === "registered"
        ? actionError(refusal, form, REGISTERED_PROBLEM)
        : refusedLink(SIGN_UP.failed, refusal, form),
  },
  // Asked while one leaves the email field: only that field is answered for.
  "check-email": button({
    operation: checkEmail,
    respond: ({ registered }, { form }): ActionResult => ({
      errors: registered ? { email: REGISTERED } : {},
      values: { email: form.rawValues["email"] ?? "" },
      key: form.key,
      problem: null,
    }),
  }),
};
