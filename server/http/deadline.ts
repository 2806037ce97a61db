/**
 * RUN-10: a response that has not begun in time becomes a 503. Its work may still finish, and the form's
 * idempotency key prevents a repeat. A response that has begun, such as a live stream, continues.
 */
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { respondPlainly, plainPage } from "./plain-page.ts";

/** This deadline is longer than the database's (connections.server.ts), whose message is more precise. */
const DEADLINE_MS = 10_000;
/** For uploads. A picture may wait for the pictures of eight other uploads, at most 4 s each. */
const UPLOAD_MS = 45_000;
const LOOK_MS = 500;
const LATE = "We could not answer in time. Wait a few seconds and send it again.";

/**
 * Responds with 503 after the deadline. The time counts from the end of the body, because a slow upload is
 * not our delay. body-progress.ts ends a stalled upload.
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
    // The browser's router asked for this data, and shows the text.
    if (c.req.path.endsWith(".data")) return c.text(LATE, 503, headers);
    return respondPlainly(c, plainPage.busy, 503, headers);
  };
}
