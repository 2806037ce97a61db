import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { markBackgroundRequests } from "./platform/live/background-fetch.ts";
import { announceBooked } from "./parcels/bookings/announce-booked.ts";
import { startOffline } from "./offline/start.ts";
import { registerQueueKinds } from "./queue-kinds.ts";
import { isSlowLine, whenIdle } from "./ui/when-idle.ts";
import { fetchStyle } from "./shells/site-style.ts";

markBackgroundRequests();
registerQueueKinds();
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});

// Only what is built has a version to keep. The page itself comes first.
if (import.meta.env.PROD) {
  whenIdle(() => {
    startOffline(announceBooked);
    // Without it the next page carries its style again.
    if (!isSlowLine()) fetchStyle().catch(() => {});
  });
}
