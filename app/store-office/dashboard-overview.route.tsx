/** OWNER-4: the overview of the store dashboard. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Route } from "./+types/dashboard-overview.route";
import { servicesContext } from "../platform/context.ts";
import { formatDateTime } from "../domain/dates.ts";
import { formatNaira } from "../domain/money.ts";
import { useLive } from "../platform/live/use-live.ts";
import { OrderStatusBadge } from "../orders/order-status-badge.tsx";
import { storeNumbers } from "./store-numbers.server.ts";
import { listStoreOrders } from "./store-orders.server.ts";
import { trendText } from "./trend.ts";
import { Bars, type Bar } from "../ui/bars.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { storeOwnerContext } from "../auth/principal-context.ts";
import { storeContext } from "./store-context.ts";
import { noindexMeta } from "../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Dashboard · Store dashboard");

export async function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  if (!store) return null;
  const services = context.get(servicesContext);
  const owner = context.get(storeOwnerContext);
  const [numbers, recent] = await Promise.all([
    storeNumbers(services, owner, store.id),
    listStoreOrders(
      services.db,
      owner,
      store.id,
      { search: "", status: null, cursor: null, direction: "next" },
      5,
    ),
  ]);
  return { numbers, recent: recent.rows, name: store.businessName, slug: store.slug };
}

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  useLive(loaderData ? `/live/store?store=${loaderData.slug}` : null);
  if (!loaderData) return null;
  const { numbers, recent, name, slug } = loaderData;
  type Day = (typeof numbers.days)[number];
  const bars = (value: (day: Day) => number, text: (value: number) => string): Bar[] =>
    numbers.days.map((day) => ({
      label: day.label,
      value: value(day),
      title: `${day.label}: ${text(value(day))}`,
    }));
  const whole = (value: number) => value.toLocaleString("en-NG");
  const countStat = (
    title: string,
    what: string,
    of: typeof numbers.orders,
    value: (day: Day) => number,
  ) => ({
    title,
    value: whole(of.total),
    trend: trendText(of),
    chart: `${what} a day`,
    bars: bars(value, whole),
  });
  const added = numbers.products.added;
  const stats = [
    {
      title: "Total Products",
      value: whole(numbers.products.total),
      trend: trendText(added, "None added in the last 30 days", "None added in the previous 30 days"),
      chart: "Products added a day",
      bars: bars((day) => day.products, whole),
    },
    countStat("Total Orders", "Orders", numbers.orders, (day) => day.orders),
    countStat("Active Customers", "Customers", numbers.customers, (day) => day.customers),
    {
      title: "Sales Revenue",
      value: formatNaira(numbers.revenue.totalKobo),
      trend: trendText(numbers.revenue),
      chart: "Revenue a day",
      bars: bars((day) => day.revenueKobo, formatNaira),
    },
  ];
  const orderQuery = `?store=${slug}`;
  return (
    <>
      <PageHead title="Dashboard" text={name} />
      <div className="mt-6 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {stats.map((stat) => (
          <Stat key={stat.title} {...stat} />
        ))}
      </div>
      <div className="mt-8 grid gap-8 lg:grid-cols-2">
        <section aria-labelledby="recent">
          <div className="flex min-h-14 items-center justify-between gap-4 border-b-2 border-ink">
            <h2 id="recent" className="font-display text-xl font-bold">
              Recent Orders
            </h2>
            <Link
              to={`/store/dashboard/orders${orderQuery}`}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              All orders
            </Link>
          </div>
          {recent.length === 0 ? (
            <p className="py-6 text-muted">No orders yet</p>
          ) : (
            <ul>
              {recent.map((order) => (
                <li
                  key={order.id}
                  className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-line py-3"
                >
                  <Link
                    to={`/store/dashboard/orders${orderQuery}&view=${order.id}`}
                    className="font-display font-bold tracking-wide underline underline-offset-4"
                  >
                    {order.code}
                  </Link>
                  <span className="text-right font-semibold tabular-nums">
                    {formatNaira(order.totalKobo)}
                  </span>
                  <span className="min-w-0 text-sm text-muted">
                    {order.buyerName ?? "No name given"} · {formatDateTime(order.createdAt)}
                  </span>
                  <span className="justify-self-end">
                    <OrderStatusBadge status={order.status} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section aria-labelledby="top">
          <div className="flex min-h-14 items-center border-b-2 border-ink">
            <h2 id="top" className="font-display text-xl font-bold">
              Top Products
            </h2>
          </div>
          {numbers.top.length === 0 ? (
            <p className="py-6 text-muted">Nothing sold yet: confirmed orders count here.</p>
          ) : (
            <ol>
              {numbers.top.map((product, place) => (
                <li
                  key={product.name}
                  className="grid grid-cols-[2rem_1fr_auto] items-baseline gap-x-3 border-b border-line py-3 tabular-nums"
                >
                  <span className="font-display text-xl font-extrabold text-muted">{place + 1}</span>
                  <span className="min-w-0 font-semibold">
                    {product.name}
                    <span className="block text-sm font-normal text-muted">{whole(product.pieces)} sold</span>
                  </span>
                  <span className="font-semibold">{formatNaira(product.revenueKobo)}</span>
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
    </>
  );
}

function Stat({
  title,
  value,
  trend,
  chart,
  bars,
}: {
  title: string;
  value: string;
  trend: ReactNode;
  chart: string;
  bars: Bar[];
}) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col border-2 border-ink bg-paper p-4">
      <h2 className="font-semibold text-muted">{title}</h2>
      <p className="font-display text-3xl font-extrabold tabular-nums xl:text-2xl">{value}</p>
      <p className="mt-1 mb-3 text-sm">{trend}</p>
      <div className="mt-auto">
        <p aria-hidden className="mb-1 text-sm text-muted">
          {chart}
        </p>
        <Bars caption={`${chart}, last 30 days`} bars={bars} height={56} />
      </div>
    </section>
  );
}
