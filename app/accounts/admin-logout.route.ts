import { redirect } from "react-router";
import type { Route } from "./+types/admin-logout.route";
import { servicesContext, viewerContext } from "../context.ts";
import { toastCookie } from "../lib/toast.server.ts";
import { signOutStaff } from "./staff-sign-in.server.ts";

export function loader() {
  return redirect("/admin");
}

export async function action({ context }: Route.ActionArgs) {
  const headers = new Headers({
    "Set-Cookie": await signOutStaff(context.get(servicesContext), context.get(viewerContext)),
  });
  headers.append(
    "Set-Cookie",
    await toastCookie({ title: "Logout Successful", text: "You have been logged out successfully." }),
  );
  return redirect("/admin/login", { headers });
}
