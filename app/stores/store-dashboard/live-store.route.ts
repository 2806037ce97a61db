import { data } from "react-router";
import type { Route } from "./+types/live-store.route";
import { audienceWhileSignedIn } from "../../access/live-ends-with-session.server.ts";
import { disconnectContext, servicesContext } from "../../platform/context.ts";
import { liveStream } from "../../platform/live/live-stream.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { storeContext } from "./store-context.ts";

/** Notifies the owner of changes in a store. */
export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const store = context.get(storeContext);
  const audience = audienceWhileSignedIn(services, request, context.get(sessionContext));
  if (!store || !audience) throw data("No Partner Account Found", { status: 404 });
  return liveStream({
    live: services.live,
    request,
    topics: [`store:${store.id}`],
    audience,
    disconnect: context.get(disconnectContext),
  });
}
