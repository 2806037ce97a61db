import { redirect } from "react-router";
import type { Route } from "./+types/store-logout.route";
import { servicesContext, viewerContext } from "../context.ts";
import { toastCookie } from "../lib/toast.server.ts";
import { signOutStaff } from "./staff-sign-in.server.ts";

export function loader() {
  return redirect("/store/dashboard");
}

/** Ends this browser's session and goes to the store login. */
export async function action({ context }: Route.ActionArgs) {
  const headers = new Headers({
    "Set-Cookie": await signOutStaff(context.get(servicesContext), context.get(viewerContext)),
  });
  headers.append(
    "Set-Cookie",
    await toastCookie({
      title: "Logged out",
      text: "You have been signed out from your store dashboard.",
    }),
  );
  return redirect("/store/login", { headers });
}
