import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { markBackgroundRequests } from "./platform/live/background-fetch.ts";
import { registerKinds } from "./offline/queue-kind.ts";
import { isSlowLine, whenIdle } from "./ui/when-idle.ts";
import { fetchStyle } from "./shells/site-style.ts";

markBackgroundRequests();
registerKinds(async () => (await import("./queue-kinds.ts")).QUEUE_KINDS);
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});

/**
 * Loads the code for use offline. After a script failed to load, a browser does not request it again. So the page
 * reloads once the network is back. Typed values survive the reload.
 */
function startOffline(): void {
  import("./offline-start.ts").then(
    ({ start }) => start(),
    () => addEventListener("online", () => location.reload(), { once: true }),
  );
}

// Only a built page has versioned files that can be cached. They are cached after the page has loaded.
if (import.meta.env.PROD) {
  whenIdle(() => {
    startOffline();
    // A failed request does no harm: then the next page contains the style itself instead of a link.
    if (!isSlowLine()) fetchStyle().catch(() => {});
  });
}
