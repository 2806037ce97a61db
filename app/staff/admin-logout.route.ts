import { redirect } from "react-router";
import type { Route } from "./+types/admin-logout.route";
import { servicesContext } from "../platform/context.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { LOGOUT_ERROR, UNEXPECTED } from "../auth/account-messages.ts";
import { withFormError } from "../platform/http/network-error.ts";
import { signedOut } from "../access/sign-out.server.ts";
import { signOut } from "./staff-sign-in.server.ts";
import { sessionContext } from "../access/principal-context.ts";

export function loader() {
  return redirect("/admin");
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  try {
    await signOut(services, context.get(sessionContext), {});
    return await signedOut(services, request, "/admin/login", {
      title: "Logout Successful",
      text: "You have been logged out successfully.",
    });
  } catch (error) {
    services.log.error({ err: error }, "staff sign-out failed");
    return redirectWithToast(services, "/admin", { tone: "bad", title: "Logout Failed", text: UNEXPECTED });
  }
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, LOGOUT_ERROR);
