/** Says who may read a guarded live stream. */
import type { Audience } from "../platform/live/live-stream.server.ts";
import type { Services } from "../platform/services.server.ts";
import { isStillSignedIn } from "./sessions.server.ts";
import type { Session } from "./principal-context.ts";

/** Returns the reader of a live stream. The stream ends with the reader's session. Null without a session. */
export function streamAudience(services: Services, request: Request, session: Session): Audience | null {
  if (!session.sessionHash || !session.person) return null;
  return {
    kind: "session",
    sessionHash: session.sessionHash,
    personId: session.person.id,
    isValid: () => isStillSignedIn(services, request, session),
  };
}
