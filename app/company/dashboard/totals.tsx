/** The figures at the top of the dashboard. */
import { Link } from "react-router";
import { useMay } from "../../access/use-may.ts";
import { numberText } from "../../platform/http/list-count.ts";
import type { Figures } from "./figures.server.ts";

/** The figures. Counts of items that wait for staff come first; the other figures are a plain list. */
export function Totals({ figures }: { figures: Figures }) {
  return (
    <dl className="mt-6 grid grid-cols-2 items-end gap-x-10 gap-y-4 sm:flex sm:flex-wrap">
      <Figure
        name="Pending Deliveries"
        value={figures.pendingDeliveries}
        to="/admin/bookings?status=pending"
        leads
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

function Figure({ name, value, to, leads }: { name: string; value: number; to?: string; leads?: boolean }) {
  const number = numberText(value);
  return (
    <div className={leads ? "max-sm:col-span-2 sm:mr-6" : ""}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd
        className={`font-display font-extrabold tabular-nums ${leads ? "text-6xl leading-tight" : "text-2xl"}`}
      >
        {to ? (
          <Link
            to={to}
            prefetch="intent"
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
