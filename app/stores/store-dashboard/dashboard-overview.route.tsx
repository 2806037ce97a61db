/** OWNER-4: the overview of the store dashboard. */
import { Link } from "react-router";
import type { Route } from "./+types/dashboard-overview.route";
import { servicesContext } from "../../platform/context.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { OrderStatusBadge } from "../orders/order-status-badge.tsx";
import { storeNumbers, type Day } from "./store-numbers.server.ts";
import { countStoreWork, listStoreOrders } from "./store-orders.server.ts";
import { trendText } from "./trend.ts";
import { FirstWeek, WorkList } from "./work-list.tsx";
import { Bars } from "../../ui/bars.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { storeOwnerContext } from "../../access/principal-context.ts";
import { storeContext } from "./store-context.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { Amount } from "../../ui/amount.tsx";
import { numberText } from "../../platform/http/list-count.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Dashboard · Store dashboard");

export async function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  if (!store) return null;
  const services = context.get(servicesContext);
  const owner = context.get(storeOwnerContext);
  const [numbers, work, recent] = await Promise.all([
    storeNumbers(services, owner, store.id),
    countStoreWork(services.db, owner, store.id),
    listStoreOrders(
      services.db,
      owner,
      store.id,
      { search: "", status: null, cursor: null, direction: "next" },
      5,
    ),
  ]);
  const { businessName: name, slug } = store;
  const address = `${services.origin}/stores/${slug}`;
  const hidden = store.hiddenAt && { reason: store.hiddenReason };
  return {
    hidden,
    numbers,
    work,
    recent: recent.rows,
    name,
    slug,
    address,
    hasPicture: store.imageKey !== null,
  };
}

type LoaderData = NonNullable<Route.ComponentProps["loaderData"]>;

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null;
  const { hidden, numbers, work, recent, name, slug, address, hasPicture } = loaderData;
  return (
    <>
      <PageHead title="Dashboard" text={name} />
      {hidden && (
        <div className="mt-4 border-l-8 border-stop bg-card px-4 py-3">
          <p className="font-semibold">
            {hidden.reason
              ? "Customers do not see your store: we have hidden it."
              : "Customers do not see your store yet: we look at each new store first."}
          </p>
          {hidden.reason && <p className="wrap-anywhere">Why: {hidden.reason}</p>}
          <p>
            {hidden.reason ? "Put it right, then " : "If it takes longer than a working day, "}
            <TextLink to="/contact">write to us</TextLink>.
          </p>
        </div>
      )}
      {numbers.orders.total === 0 ? (
        <FirstWeek {...{ slug, name, hasPicture, address }} products={numbers.products.total} />
      ) : (
        <div className="mt-6">
          <WorkList work={work} slug={slug} />
        </div>
      )}
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <section aria-labelledby="sales">
          <h2 id="sales" className="text-muted">
            Sales Revenue
          </h2>
          <p className="font-display text-[min(3rem,13vw)]/tight font-extrabold">
            <Amount>{formatNaira(numbers.revenue.totalKobo)}</Amount>
          </p>
          <p className="mt-1">
            {trendText(numbers.revenue, { orders: numbers.orders.before, write: formatNaira })}
          </p>
          {numbers.orders.total > 0 && <Revenue days={numbers.days} />}
        </section>
        <dl className="self-start">
          <Figure title="Total Orders" value={numbers.orders.total} trend={trendText(numbers.orders)} />
          <Figure
            title="Active Customers"
            value={numbers.customers.total}
            trend={trendText(numbers.customers)}
          />
          <Figure
            title="Total Products"
            value={numbers.products.total}
            trend={trendText(numbers.products.added)}
          />
        </dl>
      </div>
      <div className="mt-8 grid gap-8 lg:grid-cols-2">
        <RecentOrders recent={recent} slug={slug} />
        <TopProducts top={numbers.top} />
      </div>
    </>
  );
}

function RecentOrders({ recent, slug }: Pick<LoaderData, "recent" | "slug">) {
  const orders = `/store/dashboard/orders?store=${slug}`;
  return (
    <section aria-labelledby="recent">
      <div className="flex min-h-14 items-center justify-between gap-4 border-b border-line">
        <h2 id="recent" className="font-display text-xl font-bold">
          Recent Orders
        </h2>
        <Link
          to={orders}
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
                to={`${orders}&view=${order.id}`}
                className="font-display font-bold tracking-wide underline underline-offset-4"
              >
                {order.code}
              </Link>
              <span className="text-right font-semibold tabular-nums">
                <Amount>{formatNaira(order.totalKobo)}</Amount>
              </span>
              {/* The badge wraps below the code if there is too little space for both side by side. */}
              <span className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="text-sm text-muted">
                  {order.buyerName ?? "No name given"} · {formatDateTime(order.createdAt)}
                </span>
                <span className="ml-auto">
                  <OrderStatusBadge order={order} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function TopProducts({ top }: { top: LoaderData["numbers"]["top"] }) {
  return (
    <section aria-labelledby="top">
      <div className="flex min-h-14 items-center border-b border-line">
        <h2 id="top" className="font-display text-xl font-bold">
          Top Products
        </h2>
      </div>
      {top.length === 0 ? (
        <p className="py-6 text-muted">Nothing sold yet. Orders that you confirm appear here.</p>
      ) : (
        <ol>
          {top.map((product, place) => (
            <li
              key={product.name}
              className="grid grid-cols-[2rem_1fr_auto] items-baseline gap-x-3 border-b border-line py-3 tabular-nums"
            >
              <span className="font-display text-xl font-extrabold text-muted">{place + 1}</span>
              <span className="min-w-0 font-semibold">
                {product.name}
                <span className="block text-sm font-normal text-muted">
                  {numberText(product.pieces)} sold
                </span>
              </span>
              <span className="font-semibold">
                <Amount>{formatNaira(product.revenueKobo)}</Amount>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Figure({ title, value, trend }: { title: string; value: number; trend: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-line py-3">
      <dt>
        {title}
        <span className="block text-sm text-muted">{trend}</span>
      </dt>
      <dd className="font-display text-2xl font-bold tabular-nums">{numberText(value)}</dd>
    </div>
  );
}

function Revenue({ days }: { days: readonly Day[] }) {
  const bars = days.map(({ label, revenueKobo }) => ({
    label,
    value: revenueKobo,
    title: `${label}: ${formatNaira(revenueKobo)}`,
  }));
  return (
    <div className="mt-4">
      <Bars caption="Revenue per day, last 30 days" bars={bars} height={120} />
    </div>
  );
}
