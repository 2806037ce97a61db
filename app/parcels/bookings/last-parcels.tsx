/** The parcels that this browser tracked or booked last. They appear once the browser's storage is read. */
import { Link } from "react-router";
import { formatDateTime, startOfLagosDay } from "../../domain/dates.ts";
import { latestText } from "../../domain/promise.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { useStored } from "../../offline/use-stored.ts";
import { Button } from "../../ui/button.tsx";
import { deviceOwner } from "../../ui/device-owner.ts";
import { BookingStatusBadge } from "./booking-status-badge.tsx";
import { forgetParcels, listParcels } from "./cached-parcels.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";

async function ownParcels() {
  const today = startOfLagosDay(new Date()).getTime();
  return (await listParcels(deviceOwner())).map((parcel) => ({
    ...parcel,
    estimatedDelivery: (parcel.estimatedDelivery ?? 0) < today ? null : parcel.estimatedDelivery,
  }));
}

/** `wanted` is the code of a parcel that the page could not load. That parcel comes first in the list. */
export function LastParcels({ wanted = null }: { wanted?: string | null }) {
  const cached = useStored(ownParcels);
  if (cached.length === 0) return null;
  const parcels = [...cached].sort((a, b) => Number(b.code === wanted) - Number(a.code === wanted));
  return (
    <section aria-labelledby="last-parcels" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="last-parcels" className="font-display text-xl font-bold">
          Your last parcels
        </h2>
        <Button variant="quiet" size="sm" onClick={() => void forgetParcels(deviceOwner())}>
          Clear this list
        </Button>
      </div>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2">
        {parcels.map(({ code, status, from, to, estimatedDelivery, seenAt }) => (
          <li key={code} className="bg-card px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Link
                to={`/track?code=${code}`}
                className="inline-flex min-h-11 items-center font-display text-lg font-bold tracking-wide tabular-nums underline underline-offset-4"
              >
                {readableTrackingCode(code)}
              </Link>
              <BookingStatusBadge status={status} />
            </div>
            {from && to && (
              <p className="mt-1">
                {from} → {to}
              </p>
            )}
            {estimatedDelivery !== null && isOnTheWay(status) && (
              <p>{`${latestText(new Date(estimatedDelivery))}.`}</p>
            )}
            <p className="text-sm text-muted">Seen {formatDateTime(new Date(seenAt))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
