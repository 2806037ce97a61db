/** STAFF-19: the live stream of an open page ends with the session. The page then becomes the sign-in screen. */
import type { Audience } from "../platform/live/live-stream.server.ts";
import type { Services } from "../platform/services.server.ts";
import { isStillSignedIn } from "./sessions.server.ts";
import type { Session } from "./principal-context.ts";

/**
 * Returns the audience of a live stream (who reads it, and whether they still may). The stream ends with the reader's
 * session. Null without a session.
 */
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
