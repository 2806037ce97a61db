/** The buttons of the site lock's page: each button's operation and success message. */
import { redirect } from "react-router";
import { asSuperAdmin } from "../../access/actors.server.ts";
import { sessionContext, type Session } from "../../access/principal-context.ts";
import type { Admin } from "../../access/actor.ts";
import type { SentForm } from "../../platform/http/form.server.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { safePath } from "../../platform/http/safe-redirect.ts";
import { setCookies } from "../../platform/http/toast.server.ts";
import { lockPage } from "./lock-page.server.tsx";
import { activateLock, deactivateLock } from "./site-lock.server.ts";
import { unlockSite } from "./unlock-browser.server.ts";
import { publicCompany } from "../../platform/company/company.server.ts";

const done = (title: string, text: string) => () => ({ tone: "good", title, text }) as const;

export const LOCK_BUTTONS: Buttons<Admin> = {
  activate: {
    operation: activateLock,
    done: done("Site Lock Activated", "Only people with the password can use the site."),
  },
  deactivate: {
    operation: deactivateLock,
    done: done("Site Lock Deactivated", "Everyone can use the site again."),
  },
};

const nextOf = ({ rawValues }: SentForm) => safePath(rawValues["next"], "/");

export const UNLOCK_BUTTONS: Buttons<Session, Response> = {
  "": button({
    operation: unlockSite,
    respond: ({ cookies }, { form }) => redirect(nextOf(form), { headers: setCookies(...cookies) }),
    refused: async (refusal, form, { services, context }) =>
      lockPage({
        company: publicCompany(await services.company()),
        next: nextOf(form),
        refusal,
        staff: asSuperAdmin(context.get(sessionContext)) !== null,
      }),
  }),
};
