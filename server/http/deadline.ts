/**
 * RUN-10: a response that has not begun in time becomes a 503. The work for it may still finish, and the form's
 * idempotency key prevents a second execution. A response that has begun in time, such as a live stream, continues.
 */
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { respondPlainly, plainPage } from "./plain-page.ts";

/**
 * The deadline of a response. The database's deadline is shorter, because its message is more precise
 * (connections.server.ts).
 */
const DEADLINE_MS = 10_000;
/** The deadline for uploads. A picture may wait for the pictures of eight other uploads, at most 4 s for each. */
const UPLOAD_MS = 45_000;
const LOOK_MS = 500;
const LATE = "We could not answer in time. Wait a few seconds and send it again.";

/**
 * Responds with a 503 after the deadline. The time begins at the end of the body, because a slow upload is not our
 * delay. If an upload stops, body-progress.ts ends it.
 */
export function deadline(
  onLate: (path: string, method: string) => void,
  { request = DEADLINE_MS, upload = UPLOAD_MS, uploads = /^(?!)/ } = {},
): MiddlewareHandler {
  return async (c, next) => {
    const ms = c.req.method === "POST" && uploads.test(c.req.path) ? upload : request;
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((done) => {
      let since = performance.now();
      timer = setInterval(
        () => {
          if (incoming && !incoming.complete) since = performance.now();
          if (performance.now() - since >= ms) done("late");
        },
        Math.min(LOOK_MS, ms),
      );
    });
    const answered = next();
    const first = await Promise.race([answered, late]).finally(() => clearInterval(timer));
    if (first !== "late") return;
    // The late response is not sent, so its error has no effect.
    answered.catch(() => {});
    onLate(c.req.path, c.req.method);
    const headers = { "Retry-After": "5", "Cache-Control": "no-store" };
    // The router in the browser requested this data, and shows the text.
    if (c.req.path.endsWith(".data")) return c.text(LATE, 503, headers);
    return respondPlainly(c, plainPage.busy, 503, headers);
  };
}
