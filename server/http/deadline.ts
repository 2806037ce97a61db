/**
 * RUN-10: a request whose response has not begun in time gets 503. Its work may still finish; the form's idempotency key
 * prevents a repeat. A response that has begun, such as a live stream, continues.
 */
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { respondPlainly, plainPage } from "./plain-page.ts";

/**
 * The deadline of a response. The database's own deadline is shorter (app/platform/db/connections.server.ts), so that a
 * database that does not respond is reported with the more precise message of the database.
 */
const DEADLINE_MS = 10_000;
/**
 * The deadline of a response to an upload. Its picture may wait for the pictures of eight other uploads, which take at
 * most 4 s each.
 */
const UPLOAD_MS = 45_000;
const LOOK_MS = 500;
const LATE = "We could not answer in time. Wait a few seconds and send it again.";

/**
 * Responds with 503 after the deadline. The time is counted from the end of the request's body, because a slow upload
 * is not our delay. body-progress.ts ends an upload that stalls.
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
    // The late response is not sent, so an error in it has no effect either.
    answered.catch(() => {});
    onLate(c.req.path, c.req.method);
    const headers = { "Retry-After": "5", "Cache-Control": "no-store" };
    // The browser's router requested this data, and shows the text of the response.
    if (c.req.path.endsWith(".data")) return c.text(LATE, 503, headers);
    return respondPlainly(c, plainPage.busy, 503, headers);
  };
}
