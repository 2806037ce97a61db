import type { Route } from "./+types/live-track.route";
import { hangUpContext, servicesContext } from "../platform/context.ts";
import { liveStream } from "../platform/live/live-stream.server.ts";
import { trackParcel } from "./tracking.server.ts";
import { sessionContext } from "../auth/principal-context.ts";

/**
 * Says when a parcel's status changed; what it changed to, the page asks for itself. The code is looked up as the page
 * looks it up, so that nothing is learned here, nor more often, than there.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const answer = await trackParcel(services, session, code);
  if (answer.kind === "limited")
    return new Response(null, { status: 429, headers: { "Retry-After": String(answer.retryAfterSeconds) } });
  // 204 tells an EventSource not to come again.
  if (answer.kind === "unknown") return new Response(null, { status: 204 });
  return liveStream({
    live: services.live,
    request,
    topics: [`delivery:${answer.parcel.trackingNumber}`],
    audience: { kind: "public", address: session.ip },
    hangUp: context.get(hangUpContext),
  });
}
