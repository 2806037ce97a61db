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
 * A browser does not ask again for a script that it failed to load. Where the network went before this code was here, the page
 * is loaded again once it is back, and sends what waits; what is typed survives that.
 */
function startOffline(): void {
  loadOffline().catch(() => addEventListener("online", () => location.reload(), { once: true }));
}

async function loadOffline(): Promise<void> {
  const [offline, { announceBooked }] = await Promise.all([
    import("./offline/start.ts"),
    import("./parcels/bookings/announce-booked.ts"),
  ]);
  offline.startOffline(announceBooked);
}

// Only what is built has a version to keep. The page itself comes first.
if (import.meta.env.PROD) {
  whenIdle(() => {
    startOffline();
    // Without it the next page carries its style again.
    if (!isSlowLine()) fetchStyle().catch(() => {});
  });
}
