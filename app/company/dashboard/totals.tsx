/** The figures at the top of the dashboard. */
import { Link } from "react-router";
import { useMay } from "../../access/use-may.ts";
import { numberText } from "../../platform/http/list-count.ts";
import type { Figures } from "./figures.server.ts";

/** Draws the figures, in one row if the screen is wide enough. */
export function DashboardTotals({ figures }: { figures: Figures }) {
  return (
    <dl className="mt-8 flex flex-wrap gap-x-8 gap-y-1 border-y border-line py-2">
      <Figure
        name="Pending Deliveries"
        value={figures.pendingDeliveries}
        to="/admin/bookings?status=pending"
      />
      <Figure
        name="Unread Messages"
        value={figures.unreadMessages}
        {...(useMay("readMessages") && { to: "/admin/contacts?tab=unread" })}
      />
      <Figure name="Today's Deliveries" value={figures.todayDeliveries} />
      <Figure name="Total Deliveries" value={figures.totalDeliveries} to="/admin/bookings" />
      <Figure
        name="Customers"
        value={figures.customers}
        {...(useMay("readCustomers") && { to: "/admin/customers" })}
      />
    </dl>
  );
}

function Figure({ name, value, to }: { name: string; value: number; to?: string }) {
  const number = numberText(value);
  return (
    <div className="flex items-center gap-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-display text-lg font-extrabold tabular-nums">
        {to ? (
          <Link
            to={to}
            prefetch="intent"
            aria-label={`${number} ${name}`}
            className="inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-ink"
          >
            {number}
          </Link>
        ) : (
          <span className="inline-flex min-h-11 items-center">{number}</span>
        )}
      </dd>
    </div>
  );
}
