/** The buttons of two-step sign-in: each button's operation and response. */
import type { Session } from "../../access/principal-context.ts";
import { forgetSecondStep } from "../../access/sessions.server.ts";
import { button, type FormButton, type Buttons } from "../../platform/http/form-action.server.ts";
import { actionError } from "../../platform/http/form.server.ts";
import { safePath } from "../../platform/http/safe-redirect.ts";
import { intoPage, redirectWithToast } from "../../platform/http/toast.server.ts";
import { renewRecoveryCodes, setUpTwoStep, turnOffTwoStep, type AdminHere } from "./own-two-step.server.ts";
import { answerSecondStep, setUpAtSignIn } from "./second-step.server.ts";

/** Returns the back-office page that the person requested before the sign-in. */
export function officePage(request: Request): string {
  const path = safePath(new URL(request.url).searchParams.get("next"), "/admin");
  return path === "/admin" || path.startsWith("/admin/") ? path : "/admin";
}

export const WELCOME = {
  tone: "good",
  title: "Login Successful",
  text: "Welcome back to the admin panel.",
} as const;

/**
 * Responds to a refusal. If more than five minutes have passed since the password was entered, opens the sign-in page
 * with the reason.
 */
const refused: FormButton<Session, Response>["refused"] = async (refusal, form, { services, request }) => {
  if (refusal.reason !== "second_step_over") return actionError(refusal, form);
  const title = refusal.errors["form"] ?? "";
  const to = `/admin/login?next=${encodeURIComponent(officePage(request))}`;
  return redirectWithToast(services, to, { tone: "bad", title }, await forgetSecondStep(services.secure));
};

export const SECOND_STEP_BUTTONS: Buttons<Session, Response> = {
  "": button({
    operation: answerSecondStep,
    respond: ({ cookies }, { services, request }) =>
      redirectWithToast(services, officePage(request), WELCOME, ...cookies).then((to) =>
        intoPage(request, to),
      ),
    refused,
  }),
  "set-up": button({
    operation: setUpAtSignIn,
    respond: ({ cookies }, { services, request }) =>
      redirectWithToast(
        services,
        officePage(request),
        { tone: "good", title: "Two-step sign-in is on" },
        ...cookies,
      ),
    refused,
  }),
};

export const OWN_TWO_STEP_BUTTONS: Buttons<AdminHere, Response | { codes: string[] }> = {
  "set-up": { operation: setUpTwoStep, done: "Two-step sign-in is on" },
  renew: button({ operation: renewRecoveryCodes, respond: ({ codes }) => ({ codes }) }),
  off: button({
    operation: turnOffTwoStep,
    respond: ({ cookie }, { services }) =>
      cookie === null
        ? redirectWithToast(services, "/admin/login", {
            tone: "good",
            title: "The old phone is removed",
            text: "Sign in with your password, and set up the new one.",
          })
        : redirectWithToast(services, "/admin/personal-settings", OFF, cookie),
  }),
};
const OFF = { tone: "good", title: "Two-step sign-in is off" } as const;
