import { data } from "react-router";
import type { Route } from "./+types/live-admin.route";
import { audienceWhileSignedIn } from "../../access/live-ends-with-session.server.ts";
import { disconnectContext, servicesContext } from "../../platform/context.ts";
import { shownTopics } from "../../platform/live/live-topics.ts";
import { liveStream } from "../../platform/live/live-stream.server.ts";
import { sessionContext } from "../../access/principal-context.ts";

/** STAFF-15: opens the stream that notifies staff of changes to their page and to the counts in the menu. */
export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const audience = audienceWhileSignedIn(services, request, context.get(sessionContext));
  if (!audience) throw data(null, { status: 401 });
  return liveStream({
    live: services.live,
    request,
    topics: [
      "contacts",
      "waiting",
      "exceptions",
      "claims",
      ...shownTopics(new URL(request.url).searchParams),
    ],
    audience,
    disconnect: context.get(disconnectContext),
  });
}
