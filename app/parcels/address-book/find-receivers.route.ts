import type { Route } from "./+types/find-receivers.route";
import { asCustomer } from "../../access/actors.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { findWhileTyping } from "./address-book.server.ts";

/** SENDER-2: returns the saved receivers that match the text typed in the booking form. A guest gets none. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const customer = asCustomer(context.get(sessionContext));
  const typed = new URL(request.url).searchParams.get("q") ?? "";
  const found = customer ? await findWhileTyping(context.get(servicesContext).db, customer, typed) : [];
  return Response.json(found, { headers: { "Cache-Control": "no-store" } });
}
