import type { Route } from "./+types/live-admin.route";
import { servicesContext } from "../context.ts";
import { liveStream } from "./live.server.ts";

/** Says when bookings or contact messages changed, to staff. */
export function loader({ request, context }: Route.LoaderArgs) {
  return liveStream(context.get(servicesContext).live, ["deliveries", "contacts"], request.signal);
}
