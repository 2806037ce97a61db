import { data, redirect } from "react-router";
import type { Route } from "./+types/order-chat.route";
import { servicesContext } from "../../platform/context.ts";
import { chatLink, findBuyerOrder } from "./buyer-order.server.ts";

/** Redirects to the WhatsApp chat about an order. This short URL is used where the URL of the chat is too long. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const order = await findBuyerOrder(services.db, params.viewToken);
  if (!order) throw data(null, { status: 404 });
  const { href } = await chatLink(order, services);
  return redirect(href, { headers: { "Referrer-Policy": "no-referrer" } });
}
