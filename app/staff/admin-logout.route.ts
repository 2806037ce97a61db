import { redirect } from "react-router";
import type { Route } from "./+types/admin-logout.route";
import { servicesContext } from "../platform/context.ts";
import { toastCookie } from "../platform/http/toast.server.ts";
import { UNEXPECTED } from "../auth/account-messages.ts";
import { withLogoutError } from "../auth/network-error.ts";
import { signedOut } from "../auth/sign-out.server.ts";
import { signOutStaff } from "./staff-sign-in.server.ts";
import { sessionContext } from "../auth/principal-context.ts";

export function loader() {
  return redirect("/admin");
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  try {
    return await signedOut("/admin/login", request, [
      await signOutStaff(services, context.get(sessionContext)),
      await toastCookie({ title: "Logout Successful", text: "You have been logged out successfully." }),
    ]);
  } catch (error) {
    services.log.error({ err: error }, "staff sign-out failed");
    const toast = await toastCookie({ tone: "bad", title: "Logout Failed", text: UNEXPECTED });
    return redirect("/admin", { headers: { "Set-Cookie": toast } });
  }
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withLogoutError(request, serverAction);
