/** HOOK-4: sends due webhook messages: at once after a new message, and every few seconds to retry failed messages. */
import { nothingRunning, coalesce } from "../../platform/coalesce.ts";
import { isDatabaseUnavailable } from "../../platform/db/client.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { guardedPost } from "./guarded-post.server.ts";
import { sendDueWebhooks } from "./send-webhooks.server.ts";

const EVERY_MS = 5000;

/** Starts to send webhooks. Returns a function that stops the rounds. */
export function startWebhooks(services: Services): () => void {
  const poster = guardedPost({ loopback: services.webhooksLoopback });
  const turns = nothingRunning<void>();
  let stopped = false;
  const round = () => {
    if (stopped) return;
    coalesce(turns, async () => {
      if (!stopped) await sendDueWebhooks(services, poster);
    }).catch((error: unknown) => {
      if (!stopped && !isDatabaseUnavailable(error))
        services.log.error({ err: error }, "webhooks were not sent");
    });
  };
  const unsubscribe = services.live.subscribe(["webhooks"], round);
  const timer = setInterval(round, EVERY_MS).unref();
  return () => {
    stopped = true;
    unsubscribe();
    clearInterval(timer);
    void poster.close();
  };
}
