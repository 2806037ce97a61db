import { data } from "react-router";
import type { Route } from "./+types/live-store.route";
import { servicesContext, storeContext } from "../context.ts";
import { liveStream } from "../live/live.server.ts";

/** Says when something changed in a store, to its owner. */
export function loader({ request, context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  if (!store) throw data("No Partner Account Found", { status: 404 });
  return liveStream(context.get(servicesContext).live, [`store:${store.id}`], request.signal);
}
