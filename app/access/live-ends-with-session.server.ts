/** STAFF-19: an open page's live stream ends with its session, so that the page turns into the sign-in screen. */
import type { Audience } from "../platform/live/live-stream.server.ts";
import type { Services } from "../platform/services.server.ts";
import { isStillSignedIn } from "./sessions.server.ts";
import type { Session } from "./principal-context.ts";

/** Returns the audience of a live stream that ends with the reader's session. Null without a session. */
export function audienceWhileSignedIn(
  services: Services,
  request: Request,
  session: Session,
): Audience | null {
  if (!session.sessionHash || !session.person) return null;
  return {
    kind: "session",
    sessionHash: session.sessionHash,
    personId: session.person.id,
    isStillSignedIn: () => isStillSignedIn(services, request, session),
  };
}
