import type { Route } from "./+types/live-track.route";
import { disconnectContext, servicesContext } from "../../platform/context.ts";
import { responseInit } from "../../platform/http/result.ts";
import { liveStream } from "../../platform/live/live-stream.server.ts";
import { trackParcel } from "./track-parcel.server.ts";
import { sessionContext } from "../../access/principal-context.ts";

/** TRACK-7: streams only the notice that a parcel has changed. The limits of the track page apply (TRACK-6). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const tracked = await trackParcel(services, session, code);
  // The status 204 tells an EventSource not to connect again.
  if (!tracked.ok)
    return new Response(null, tracked.code === "not_found" ? { status: 204 } : responseInit(tracked));
  return liveStream({
    live: services.live,
    request,
    topics: [`booking:${tracked.parcel.trackingCode}`],
    audience: { kind: "public", address: session.ip },
    disconnect: context.get(disconnectContext),
  });
}
