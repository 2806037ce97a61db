/**
 * No request waits for ever. What has not begun to answer in time is answered with 503, and may still end behind: the
 * key of a form keeps what is sent again from being done twice. An answer that has begun, such as a live stream, goes on.
 */
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { plainPage } from "./plain-page.ts";

/** Longer than one missed deadline of the database (app/platform/db/connection.server.ts), which says more than this can. */
const DEADLINE_MS = 10_000;
const LOOK_MS = 500;
const LATE = "We could not answer in time. Wait a few seconds and send it again.";

/** Counts from the last byte of a body that came in: a slow line is not our slowness. */
export function deadline(
  onLate: (path: string, method: string) => void,
  ms = DEADLINE_MS,
): MiddlewareHandler {
  return async (c, next) => {
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((done) => {
      let since = performance.now();
      let bytes = incoming?.socket.bytesRead;
      timer = setInterval(
        () => {
          if (incoming && !incoming.complete && incoming.socket.bytesRead !== bytes) {
            bytes = incoming.socket.bytesRead;
            since = performance.now();
          }
          if (performance.now() - since >= ms) done("late");
        },
        Math.min(LOOK_MS, ms),
      );
    });
    const answered = next();
    const first = await Promise.race([answered, late]).finally(() => clearInterval(timer));
    if (first !== "late") return;
    // Nobody hears any more how it ended.
    answered.catch(() => {});
    onLate(c.req.path, c.req.method);
    const headers = { "Retry-After": "5", "Cache-Control": "no-store" };
    // The browser's own router asks for data, and shows the text.
    if (c.req.path.endsWith(".data")) return c.text(LATE, 503, headers);
    return c.html(plainPage.busy, 503, headers);
  };
}
