/** The page for addresses that are not cached: what is available offline. */
import { useSyncExternalStore } from "react";
import type { Route } from "./+types/offline.route";
import { normaliseTrackingCode } from "../domain/tracking-code.ts";
import { pageMeta } from "../platform/http/page-meta.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { LastParcels } from "../parcels/bookings/last-parcels.tsx";
import { WaitingBookings } from "../parcels/bookings/waiting-bookings.tsx";
import { CachedStores } from "../offline/cached-stores.tsx";

export const meta: Route.MetaFunction = (args) => [
  ...pageMeta(args, {
    title: "You are offline",
    description: "What you can do without a network.",
    path: "/offline",
  }),
  { name: "robots", content: "noindex" },
];

const never = () => () => {};

export default function OfflinePage() {
  // One cached page serves every address: only the browser knows the requested one.
  const search = useSyncExternalStore(
    never,
    () => window.location.search,
    () => "",
  );
  const code = new URLSearchParams(search).get("code");
  const wanted = code && normaliseTrackingCode(code);
  const again = wanted ? `/track?code=${encodeURIComponent(wanted)}` : "/";
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8">
      <PageHead title="You are offline" text="You can still book. It will go once you have network." />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={() => window.location.assign(again)}>Try again</Button>
        <ButtonLink href="/book" variant="secondary">
          Book a Delivery
        </ButtonLink>
      </div>
      <WaitingBookings />
      <CachedStores />
      <LastParcels wanted={wanted} />
    </div>
  );
}
