/**
 * ONLINE-2: the provider sends the payer back to this page. Anybody can open the URL, so the server asks the provider
 * for the payment's outcome.
 */
import { data, redirect } from "react-router";
import type { Route } from "./+types/online-return.route";
import { asCustomerOrGuest } from "../../access/actors.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { settleOnReturn } from "./settle-on-return.server.ts";
import { receiptCodeOf } from "./receipt.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const code = receiptCodeOf(services, params.token);
  if (!code) throw data("This receipt was removed or the link is wrong.", { status: 404 });
  await settleOnReturn(services, asCustomerOrGuest(context.get(sessionContext)), code);
  return redirect(`/receipts/${params.token}`);
}
