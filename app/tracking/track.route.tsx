/** Track Package. */
import { useEffect } from "react";
import { data, Form, useNavigation } from "react-router";
import type { Route } from "./+types/track.route";
import { servicesContext } from "../platform/context.ts";
import { deviceOwner } from "../ui/device-owner.ts";
import { refusalText, responseInit } from "../platform/http/result.ts";
import { useLive } from "../platform/live/use-live.ts";
import { pageMeta } from "../platform/http/page-meta.ts";
import { placeText } from "../domain/states.ts";
import { cacheParcel } from "../offline/browser-store.ts";
import { LastParcels, WaitingBookings } from "../offline/cached-lists.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { waybillLink } from "../waybills/waybill-link.server.ts";
import { Field } from "../ui/field.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ParcelPanel } from "./parcel-panel.tsx";
import type { TrackingView } from "./tracking-view.ts";
import { trackParcel } from "./tracking.server.ts";
import { sessionContext } from "../auth/principal-context.ts";

type Problem = { title: string; text: string };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Track Package",
    description: "Follow a parcel with its tracking code.",
    path: "/track",
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const rawValues = new URL(request.url).searchParams.get("code");
  const shown = { rawValues: rawValues ?? "", parcel: null, waybill: null, problem: null as Problem | null };
  if (rawValues === null) return data(shown);
  if (rawValues.trim() === "")
    return data({ ...shown, problem: { title: "Error", text: "Please enter a tracking code" } }, 400);
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const tracked = await trackParcel(services, session, rawValues);
  if (!tracked.ok) {
    const problem = { title: "Tracking failed", text: refusalText(tracked) };
    return data({ ...shown, problem }, responseInit(tracked));
  }
  const { parcel } = tracked;
  const about = { code: parcel.trackingNumber, own: parcel.whole !== null };
  return data({ ...shown, parcel, waybill: await waybillLink(services, request, session, about) });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** The public data to cache for use offline, also for the owner. */
function keepTracked(parcel: TrackingView): void {
  cacheParcel({
    code: parcel.trackingNumber,
    owner: deviceOwner(),
    status: parcel.status,
    from: placeText(parcel.origin),
    to: placeText(parcel.destination),
    estimatedDelivery: parcel.estimatedDelivery.getTime(),
    seenAt: Date.now(),
    news: false,
  }).catch(() => {
    // Without storage everything else works.
  });
}

export default function TrackPage({
  loaderData: { rawValues, parcel, waybill, problem },
}: Route.ComponentProps) {
  const navigation = useNavigation();
  const busy =
    navigation.state === "loading" &&
    navigation.location.pathname === "/track" &&
    navigation.location.search !== "";
  const line = useLive(parcel ? `/live/track?code=${parcel.trackingNumber}` : null);
  useEffect(() => {
    if (parcel) keepTracked(parcel);
  }, [parcel]);
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8">
      <PageHead
        title="Track Package"
        text="Type the code of your waybill. Spaces and small letters are fine."
      />
      <Form method="get" action="/track" className="mt-6 flex flex-col gap-3 sm:flex-row sm:items-end">
        <div className="grow">
          <Field
            label="Tracking code"
            name="code"
            key={rawValues}
            defaultValue={rawValues}
            placeholder="OD12345678NG"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </div>
        <Button type="submit" busy={busy} busyLabel="Tracking...">
          Track Package
        </Button>
      </Form>
      {problem && (
        <div role="alert" className="mt-6 border-l-8 border-stop bg-card px-4 py-3">
          <p className="font-semibold">{problem.title}</p>
          <p>{problem.text}</p>
        </div>
      )}
      {parcel && <ParcelPanel parcel={parcel} line={line} />}
      {waybill && (
        <p className="mt-6">
          <ButtonLink size="sm" variant="secondary" to={waybill}>
            Print waybill
          </ButtonLink>
        </p>
      )}
      {!parcel && <WaitingBookings />}
      {!parcel && <LastParcels />}
    </div>
  );
}
