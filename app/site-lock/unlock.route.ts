/** The action of the lock screen's form. */
import { redirect } from "react-router";
import type { Route } from "./+types/unlock.route";
import { servicesContext } from "../platform/context.ts";
import { readForm } from "../platform/http/form.server.ts";
import { safePath } from "../platform/http/safe-redirect.ts";
import { asSuperAdmin } from "../access/actors.server.ts";
import { setCookies } from "../platform/http/toast.server.ts";
import { lockPage } from "./lock-page.server.tsx";
import { unlockSite } from "./unlock-browser.server.ts";
import { sessionContext } from "../access/principal-context.ts";

/** A reload after a wrong password: the site, or its lock screen. */
export function loader() {
  return redirect("/");
}

export async function action({ request, context }: Route.ActionArgs) {
  const { rawValues } = await readForm(request);
  const next = safePath(rawValues["next"], "/");
  const session = context.get(sessionContext);
  const result = await unlockSite(context.get(servicesContext), session, rawValues);
  if (result.ok) return redirect(next, { headers: setCookies(...result.cookies) });
  return lockPage({ next, refusal: result, staff: asSuperAdmin(session) !== null });
}
