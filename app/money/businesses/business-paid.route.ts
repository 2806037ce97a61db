/**
 * BUSINESS-8: the provider sends a member back to this page. Anybody can open the URL, so the server asks the provider
 * for the payment's outcome.
 */
import { redirect } from "react-router";
import type { Route } from "./+types/business-paid.route";
import { memberContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { settleOnBusinessReturn } from "./pay-online.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  await settleOnBusinessReturn(context.get(servicesContext), context.get(memberContext));
  return redirect("/business/invoices");
}
