/** One scan or its undo, as JSON for the script of the scan page. */
import { data, redirect } from "react-router";
import type { Route } from "./+types/scan-one.route";
import { adminContext, sessionContext } from "../auth/principal-context.ts";
import { ownerId } from "../auth/sign-out.server.ts";
import { OWNER_HEADER } from "../offline/outbox-headers.ts";
import { servicesContext } from "../platform/context.ts";
import { readForm } from "../platform/http/form.server.ts";
import { handleScan } from "./scan-action.server.ts";

export function loader() {
  return redirect("/admin/scan");
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  // A scan is done by who scanned, not by a colleague who signed in on the device meanwhile.
  if (request.headers.get(OWNER_HEADER) !== ownerId(services, context.get(sessionContext)))
    throw data("Sign in as the person who scanned.", { status: 412 });
  const { rawValues, key } = await readForm(request);
  const { response, init } = await handleScan(services, context.get(adminContext), rawValues, key);
  return Response.json(response, init);
}
