/** ONLINE-5: the provider sends payers to this URL. A visit is no proof of payment, so the server asks the provider. */
import { data, redirect } from "react-router";
import type { Route } from "./+types/online-return.route";
import { asCustomerOrGuest } from "../../access/actors.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { settleOnReturn } from "../../money/payments/settle-on-return.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { openLink } from "../receiver-link/receiver-link.server.ts";
import { countWrongCode } from "../tracking/limit-look-ups.server.ts";

const HEADERS = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const link = await openLink(services, params.token);
  if (!link) {
    await countWrongCode(services, session);
    throw data("This link has ended or is wrong.", { status: 404, headers: HEADERS });
  }
  // Nobody can pay through the link for staff, so the provider is not asked.
  if (link.kind !== "staff") await settleOnReturn(services, asCustomerOrGuest(session), link.code);
  return redirect(`/r/${params.token}`, { headers: HEADERS });
}
