/** The page that is shown offline for a URL that is not cached. It lists what is available offline. */
import { useEffect, useSyncExternalStore } from "react";
import type { Route } from "./+types/offline.route";
import { useCompany } from "../platform/company/use-company.ts";
import { typedTrackingCode } from "../domain/codes-in-text.ts";
import { pageMeta } from "../platform/http/page-meta.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { LastParcels } from "../parcels/bookings/last-parcels.tsx";
import { WaitingBookings } from "../parcels/bookings/waiting-bookings.tsx";
import { footerLinks } from "./links.ts";
import { useReturnOnline } from "./use-return.ts";
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

/**
 * Returns the requested URL, which the service worker put in the parameter `asked`; '/' if it is not a URL of
 * this site.
 */
const askedFor = (params: URLSearchParams): string => {
  const asked = params.get("asked") ?? "";
  return /^\/(?![/\\])/.test(asked) ? asked : "/";
};

export default function OfflinePage() {
  // One cached page is shown for all URLs, so its HTML cannot contain the requested URL. Only the browser can read the
  // URL.
  const search = useSyncExternalStore(
    never,
    () => window.location.search,
    () => "",
  );
  const params = new URLSearchParams(search);
  const code = params.get("code");
  const wanted = code && typedTrackingCode(code);
  const again = wanted ? `/track?code=${encodeURIComponent(wanted)}` : askedFor(params);
  const path = again.replace(/[?#].*/, "");
  const name = footerLinks(true).find(({ to }) => to === path && to !== "/")?.label;
  const company = useCompany();
  useEffect(() => {
    if (name) document.title = `${name}, offline · ${company.name}`;
  }, [name, company.name]);
  useReturnOnline(search !== "", again);
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8">
      <PageHead
        title={name ?? "You are offline"}
        text={`${name ? "You are offline. This page opens when you have network again. " : ""}You can still book. We send your booking once you have network.`}
      />
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
