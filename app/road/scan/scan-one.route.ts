/** Receives one scan or its undo from the script of the scan page. Request and response are JSON. */
import { data, redirect } from "react-router";
import type { Route } from "./+types/scan-one.route";
import { sessionContext } from "../../access/principal-context.ts";
import { ownerId } from "../../access/sign-out.server.ts";
import { ENTRY_OWNER_HEADER } from "../../offline/queue-headers.ts";
import { servicesContext } from "../../platform/context.ts";
import { scanAction } from "./forms.server.ts";

export function loader() {
  return redirect("/admin/scan");
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const services = context.get(servicesContext);
  // A scan belongs to the person who made it, even if another person has signed in since.
  if (request.headers.get(ENTRY_OWNER_HEADER) !== ownerId(services, context.get(sessionContext)))
    throw data("Sign in as the person who scanned.", { status: 412 });
  const done = await scanAction(args);
  return done instanceof Response ? done : Response.json(done.data, done.init ?? {});
}
