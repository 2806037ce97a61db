import type { Route } from "./+types/live-order.route";
import { disconnectContext, servicesContext } from "../../platform/context.ts";
import { responseInit } from "../../platform/http/result.ts";
import { consumeFrom } from "../../platform/limits/rate-limiter.server.ts";
import { liveStream } from "../../platform/live/live-stream.server.ts";
import { LOOKUPS } from "../../parcels/tracking/tracking-limits.ts";
import { findBuyerOrder } from "./buyer-order.server.ts";
import { sessionContext } from "../../access/principal-context.ts";

/** Notifies a buyer's page of changes of the order or its delivery. The page loads the data itself. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, live, limits } = context.get(servicesContext);
  const session = context.get(sessionContext);
  const limit = await consumeFrom(limits, LOOKUPS, session);
  if (!limit.ok) return new Response(null, responseInit({ ...limit, code: "rate_limited" }));
  const order = await findBuyerOrder(db, params.viewToken);
  // Status 204 tells an EventSource not to reconnect.
  if (!order) return new Response(null, { status: 204 });
  return liveStream({
    live,
    request,
    topics: [`order:${order.id}`],
    audience: { kind: "public", address: session.ip },
    disconnect: context.get(disconnectContext),
  });
}
