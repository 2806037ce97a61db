/** The buttons of the screens that send a link: each button's operation and success message. */
import type { ActionResult, Problem } from "../../platform/http/result.ts";
import { redirectWithToast } from "../../platform/http/toast.server.ts";
import { actionError, actionProblem } from "../../platform/http/form.server.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import {
  NO_MATCH,
  EMAIL_REGISTERED,
  REGISTERED_PROBLEM,
  RESET_FAILED,
  RESET_LINK_OVER,
  TOO_SHORT,
} from "./account-messages.ts";
import { linkButton, refusedLink } from "./link-screen.server.ts";
import { LOGIN, SIGN_UP } from "./link-screens.ts";
import { resetPassword } from "./password-reset.server.ts";
import type { Session } from "../../access/principal-context.ts";
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
  // The sign-up page sends this form when its email field loses the focus. Only that field is checked.
  "check-email": button({
    operation: checkEmail,
    respond: ({ registered }, { form }): ActionResult => ({
      errors: registered ? { email: EMAIL_REGISTERED } : {},
      values: { email: form.rawValues["email"] ?? "" },
      key: form.key,
      problem: null,
    }),
  }),
};

export const RESET_BUTTONS: Buttons<Session, Response> = {
  "": button({
    operation: resetPassword,
    respond: ({ staff, cookie }, { services }) =>
      redirectWithToast(
        services,
        `/reset-password?done=${staff ? "staff" : "yes"}`,
        { tone: "good", title: "Password updated", text: "Sign in with your new password." },
        cookie,
      ),
    refused: (refusal, form) =>
      refusal.code === "invalid"
        ? actionError(refusal, form, resetProblem(refusal.errors))
        : actionProblem(RESET_FAILED, refusal, form),
  }),
};

function resetProblem(errors: Record<string, string>): Problem | null {
  if (errors["link"]) return RESET_LINK_OVER;
  if (errors["password"] === TOO_SHORT.text) return TOO_SHORT;
  return errors["confirmPassword"] === NO_MATCH.text ? NO_MATCH : null;
}
