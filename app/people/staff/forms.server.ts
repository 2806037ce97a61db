/** The buttons of staff forms: each button's operation and success message. */
import { redirect } from "react-router";
import type { Session } from "../../access/principal-context.ts";
import { signedOut } from "../../access/sign-out.server.ts";
import { requestReset } from "../sign-in/sign-in-links.server.ts";
import { actionError } from "../../platform/http/form.server.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { intoPage, redirectWithToast, setCookies, type NewToast } from "../../platform/http/toast.server.ts";
import type { Admin } from "../../access/actor.ts";
import { officePage, WELCOME } from "../two-step/forms.server.ts";
import { createAdmin, deleteAdmin, updateAdmin } from "./change-team.server.ts";
import { NOT_DELETED } from "./messages.ts";
import { changeOwnSettings, type AdminInSession } from "./personal-settings.server.ts";
import { signInStaff, signOut } from "./staff-sign-in.server.ts";
import { askForTwoStep, resetTwoStepOf } from "./team-two-step.server.ts";

export const STAFF_LOGIN_BUTTONS: Buttons<Session, Response> = {
  "": button({
    operation: signInStaff,
    respond: ({ cookies, secondStep }, { services, request }) =>
      secondStep
        ? redirect(`/admin/login/two-step?next=${encodeURIComponent(officePage(request))}`, {
            headers: setCookies(...cookies),
          })
        : redirectWithToast(services, officePage(request), WELCOME, ...cookies).then((to) =>
            intoPage(request, to),
          ),
  }),
  forgot: {
    operation: requestReset,
    done: () => null,
    to: () => "/admin/login?forgot=sent",
    refused: (refusal, form) => {
      if (refusal.code !== "rate_limited") return actionError(refusal, form);
      const text = `Many links were asked for in a short time. ${refusal.errors["form"]}`;
      return actionError({ ...refusal, errors: { form: text } }, form);
    },
  },
};

/** Makes the button of a sign-out. After the sign-out the browser loads `path` as a new document. */
export const signOutButtons = (path: string, toast?: Omit<NewToast, "tone">): Buttons<Session, Response> => ({
  "": button({
    operation: signOut,
    respond: (_, { services, request }) =>
      signedOut(services, request, path, toast && { tone: "good", ...toast }),
  }),
});

/** The buttons with which staff sign out. If the sign-out fails, the dashboard opens again. */
export const STAFF_SIGN_OUT_BUTTONS: Buttons<Session, Response> = {
  "": {
    ...signOutButtons("/admin/login", {
      title: "Logout Successful",
      text: "You have been logged out successfully.",
    })[""]!,
    shown: ({ data: { problem } }, _, { services }) =>
      redirectWithToast(services, "/admin", { tone: "bad", title: "Logout Failed", ...problem }),
  },
};

const named =
  (title: string) =>
  ({ name }: { name?: string }) =>
    ({ tone: "good", title, text: name }) as const;

export const TEAM_BUTTONS: Buttons<Admin> = {
  create: button({ operation: createAdmin, done: named("Admin Created") }),
  update: button({ operation: updateAdmin, done: named("Admin Updated") }),
  delete: button({ operation: deleteAdmin, done: named("Admin Deleted"), failed: NOT_DELETED }),
  "reset-two-step": button({ operation: resetTwoStepOf, done: named("Two-step sign-in reset") }),
  "ask-two-step": { operation: askForTwoStep, done: "Two-step sign-in saved" },
};

export const STAFF_SETTINGS_BUTTONS: Buttons<AdminInSession> = {
  "": button({
    operation: changeOwnSettings,
    done: ({ changed }) => ({ tone: "good", title: "Settings Updated", text: settingsText(changed) }),
  }),
};

function settingsText(changed: readonly string[]): string | undefined {
  if (changed.includes("password")) return "Your other devices have been signed out.";
  return changed.length > 0 ? undefined : "Nothing had changed.";
}
