import { redirect } from "react-router";
import type { Route } from "./+types/logout.route";
import { servicesContext, viewerContext } from "../context.ts";
import { signOutStaff } from "./staff-sign-in.server.ts";

export function loader() {
  return redirect("/");
}

/** Ends this browser's session, whoever it is, and goes home. */
export async function action({ context }: Route.ActionArgs) {
  return redirect("/", {
    headers: { "Set-Cookie": await signOutStaff(context.get(servicesContext), context.get(viewerContext)) },
  });
}
