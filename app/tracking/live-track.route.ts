import type { Route } from "./+types/live-track.route";
import { normaliseTrackingCode } from "../bookings/booking.ts";
import { servicesContext, viewerContext } from "../context.ts";
import { hitFrom } from "../lib/limits.server.ts";
import { liveStream } from "../live/live.server.ts";
import { parcelExists } from "./tracking.server.ts";

/** Says when a parcel's status changed; what it changed to, the page asks for itself. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, live, limits } = context.get(servicesContext);
  const code = normaliseTrackingCode(new URL(request.url).searchParams.get("code") ?? "");
  const verdict = await hitFrom(limits, "tracking", context.get(viewerContext));
  if (!verdict.ok)
    return new Response(null, { status: 429, headers: { "Retry-After": String(verdict.retryAfterSeconds) } });
  // 204 tells an EventSource not to come again.
  if (!(await parcelExists(db, code))) return new Response(null, { status: 204 });
  return liveStream(live, [`delivery:${code}`], request.signal);
}
