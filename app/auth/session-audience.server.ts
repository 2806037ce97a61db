/** Who a guarded live stream is for. */
import type { Audience } from "../platform/live/live-stream.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { Viewer } from "./actor.server.ts";
import { isStillSignedIn } from "./sessions.server.ts";

/** The audience of a stream that ends with its viewer's session. Null without a session. */
export function sessionAudience(services: Services, request: Request, viewer: Viewer): Audience | null {
  if (!viewer.sessionHash || !viewer.person) return null;
  return {
    kind: "session",
    sessionHash: viewer.sessionHash,
    personId: viewer.person.id,
    stands: () => isStillSignedIn(services, request, viewer),
  };
}
