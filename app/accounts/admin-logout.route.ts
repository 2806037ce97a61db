import { redirect } from "react-router";
import type { Route } from "./+types/admin-logout.route";
import { servicesContext, viewerContext } from "../context.ts";
import { toastCookie } from "../lib/toast.server.ts";
import { UNEXPECTED } from "./account-words.ts";
import { signOutStaff } from "./staff-sign-in.server.ts";

export function loader() {
  return redirect("/admin");
}

export async function action({ context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  try {
    const headers = new Headers({ "Set-Cookie": await signOutStaff(services, context.get(viewerContext)) });
    const toast = { title: "Logout Successful", text: "You have been logged out successfully." };
    headers.append("Set-Cookie", await toastCookie(toast));
    return redirect("/admin/login", { headers });
  } catch (error) {
    services.log.error({ err: error }, "staff sign-out failed");
    const toast = await toastCookie({ tone: "bad", title: "Logout Failed", text: UNEXPECTED });
    return redirect("/admin", { headers: { "Set-Cookie": toast } });
  }
}
