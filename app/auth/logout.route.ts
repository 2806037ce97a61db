import { redirect } from "react-router";
import type { Route } from "./+types/logout.route";
import { servicesContext } from "../platform/context.ts";
import { withFormError } from "../platform/http/network-error.ts";
import { LOGOUT_ERROR } from "./account-messages.ts";
import { signedOut } from "../access/sign-out.server.ts";
import { signOut } from "../staff/staff-sign-in.server.ts";
import { sessionContext } from "../access/principal-context.ts";

export function loader() {
  return redirect("/");
}

/** Ends this browser's session of any kind and goes home. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  await signOut(services, context.get(sessionContext), {});
  return signedOut(services, request, "/");
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, LOGOUT_ERROR);
