import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { markBackgroundRequests } from "./platform/live/background-fetch.ts";
import { startOffline } from "./offline/start.ts";

markBackgroundRequests();
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});

// Only what is built has a version to keep. The page itself comes first.
if (import.meta.env.PROD) {
  if ("requestIdleCallback" in window) requestIdleCallback(startOffline, { timeout: 3000 });
  else setTimeout(startOffline, 1000);
}
