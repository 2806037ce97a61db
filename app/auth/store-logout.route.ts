import { redirect } from "react-router";
import type { Route } from "./+types/store-logout.route";
import { servicesContext } from "../platform/context.ts";
import { withFormError } from "../platform/http/network-error.ts";
import { LOGOUT_ERROR } from "./account-messages.ts";
import { signedOut } from "../access/sign-out.server.ts";
import { signOut } from "../staff/staff-sign-in.server.ts";
import { sessionContext } from "../access/principal-context.ts";

export function loader() {
  return redirect("/store/dashboard");
}

/** Ends this browser's session and goes to the store login. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  await signOut(services, context.get(sessionContext), {});
  return signedOut(services, request, "/store/login", {
    title: "Logged out",
    text: "You have been signed out from your store dashboard.",
  });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, LOGOUT_ERROR);
