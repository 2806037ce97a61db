/** Store dashboard: orders. Search, status, page and open order are in the URL. New orders appear live. */
import { useEffect, useRef } from "react";
import { data, Link, useSearchParams } from "react-router";
import type { Route } from "./+types/store-orders.route";
import { servicesContext } from "../../platform/context.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import { listCount, rowTotalOf } from "../../platform/http/list-count.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import type { Problem } from "../../platform/http/result.ts";
import { pageLinks, withParams } from "../../platform/http/query.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { SearchedList } from "../../ui/searched-list.tsx";
import { EmptyState, FailedState } from "../../ui/states.tsx";
import { DataTable } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { showToast } from "../../ui/toast.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { formAction } from "../../platform/http/form-action.server.ts";
import { NOT_UPDATED } from "../orders/messages.ts";
import { ShareLink } from "./share-link.tsx";
import { amountColumn } from "./amount-column.tsx";
import { dashboardUrl, STORE_ORDER_BUTTONS } from "./forms.server.ts";
import { OrderDetail } from "./order-detail.tsx";
import { DELIVERY_FILTER_LABELS, readOrderFilter } from "./order-filter.ts";
import { NextOrderStep } from "./order-steps.tsx";
import { OrderStatusBadge } from "../orders/order-status-badge.tsx";
import { ORDER_STATUSES, ORDER_STATUS_LABELS } from "../../domain/order-status.ts";
import { countStoreOrders, findStoreOrder, listStoreOrders, type OrderRow } from "./store-orders.server.ts";
import { payPathOf } from "./pay-path.server.ts";
import { storeOwnerOf, readerOf } from "./store-context.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { refusalsOf } from "../../notifications/refused-addresses.server.ts";
import { RefusedMailNote } from "../../notifications/refused-mail.tsx";

export const meta: Route.MetaFunction = () => noindexMeta("Orders · Store dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = readerOf(context);
  if (!reader) return null;
  const { store, owner, db } = reader;
  const { params, page } = readListParams(request);
  const filter = readOrderFilter(request);
  const view = params.get("view");
  const orderId = uuidParam(view);
  const address = `${context.get(servicesContext).origin}/stores/${store.slug}`;
  const [found, counts, order, [refused]] = await Promise.all([
    listStoreOrders(db, owner, store.id, { ...filter, ...page }),
    countStoreOrders(db, owner, store.id),
    orderId ? findStoreOrder(db, owner, store.id, orderId) : null,
    refusalsOf(db, [store.email]),
  ]);
  if (view !== null && !order) throw data("This order was removed or the link is wrong.", { status: 404 });
  const receipt = order && payPathOf(context.get(servicesContext), order);
  return {
    ...found,
    ...filter,
    counts,
    order,
    receipt,
    name: store.businessName,
    slug: store.slug,
    address,
    refused,
  };
}

const FAILED = { title: NOT_UPDATED, text: "Please try again." };

export const action = formAction({
  actor: storeOwnerOf,
  buttons: STORE_ORDER_BUTTONS,
  to: (_, sent) => dashboardUrl("orders", sent),
  failed: FAILED,
});

export const clientAction = formClientAction<typeof action>(FAILED);

export default function StoreOrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const problem = actionData?.problem ?? null;
  const notified = useRef<Problem | null>(null);
  useEffect(() => {
    if (problem && problem !== notified.current) showToast({ tone: "bad", ...problem });
    notified.current = problem;
  }, [problem]);
  if (!loaderData) return null;
  const { counts, order, receipt, name, slug, address, refused } = loaderData;
  const closeTo = withParams(params, { view: null });
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <PageHead
        title="Orders"
        actions={
          all > 0 && (
            <ButtonLink
              variant="secondary"
              href={`/store/dashboard/orders/export${withParams(closeTo, { newer: null, older: null })}`}
            >
              Export
            </ButtonLink>
          )
        }
      />
      <RefusedMailNote refused={refused}>
        New orders reach you on this page alone.{" "}
        <TextLink to={`/store/dashboard/settings?store=${slug}`}>Correct it in the settings</TextLink>
      </RefusedMailNote>
      {problem && !order && <FailedState className="mt-4" {...problem} />}
      {order && (
        <UrlDialog title={`Order ${order.code}`} closeTo={closeTo}>
          {problem && <FailedState {...problem} />}
          <OrderDetail order={order} receipt={receipt} />
        </UrlDialog>
      )}
      {all === 0 ? (
        <EmptyState
          className="mt-6"
          title="No orders yet"
          text="Share your store's link to get your first order."
          action={
            <span className="flex justify-center">
              <ShareLink text={`Order from ${name} here:`} link={address} />
            </span>
          }
        />
      ) : (
        <Orders loaderData={loaderData} all={all} closeTo={closeTo} />
      )}
    </>
  );
}

type LoaderData = NonNullable<Route.ComponentProps["loaderData"]>;

const tabsOf = (
  { status, delivery, counts }: LoaderData,
  closeTo: string,
  to: (status: string | null) => string,
) => [
  { href: to(null), label: "All", current: !status && !delivery },
  ...(delivery ? [{ href: closeTo, label: DELIVERY_FILTER_LABELS[delivery], current: true }] : []),
  ...ORDER_STATUSES.map((value) => ({
    href: to(value),
    label: ORDER_STATUS_LABELS[value],
    current: status === value,
    count: counts[value] ? String(counts[value]) : undefined,
    urgent: value === "new",
  })),
];

type OrdersProps = {
  loaderData: LoaderData;
  /** The number of the store's orders in any status. */
  all: number;
  closeTo: string;
};

function Orders({ loaderData, all, closeTo }: OrdersProps) {
  const [params] = useSearchParams();
  const { rows, previous, next, search, status, delivery, counts } = loaderData;
  const total =
    rowTotalOf({ rows, previous, next }) ?? (search || delivery ? null : status ? counts[status] : all);
  const chosen = params.get("store");
  const tab = (value: string | null) =>
    withParams(closeTo, { status: value, delivery: null, newer: null, older: null });
  return (
    <>
      <div className="mt-4">
        <Tabs label="Status" tabs={tabsOf(loaderData, closeTo, tab)} />
      </div>
      <SearchedList
        search={{
          label: "Search orders",
          placeholder: "Code, buyer or phone",
          defaultValue: search,
          keep: {
            ...(chosen && { store: chosen }),
            ...(status && { status }),
            ...(delivery && { delivery }),
          },
        }}
        pager={pageLinks(closeTo, { previous, next })}
      >
        <ListCount>{listCount(rows.length, total, "order", "orders")}</ListCount>
        <DataTable<OrderRow>
          caption="Orders, newest first"
          rows={rows}
          rowKey="id"
          empty={
            <EmptyState
              title="No orders found"
              action={<TextLink to={withParams(tab(null), { q: null })}>Show all orders</TextLink>}
            />
          }
          columns={[
            {
              key: "code",
              header: "Order",
              primary: true,
              cell: (row) => <Code row={row} to={withParams(closeTo, { view: row.id })} />,
            },
            {
              key: "buyer",
              header: "Buyer",
              cell: (row) => <Buyer name={row.buyerName} phone={row.buyerPhone} />,
            },
            amountColumn("total", "Total", (row) => row.totalKobo),
            { key: "status", header: "Status", cell: (row) => <OrderStatusBadge order={row} /> },
            { key: "actions", header: "Next step", cell: (row) => <NextOrderStep order={row} /> },
          ]}
        />
      </SearchedList>
    </>
  );
}

function Code({ row, to }: { row: OrderRow; to: string }) {
  return (
    <>
      <Link
        to={to}
        preventScrollReset
        className="inline-flex min-h-11 items-center font-display font-bold tracking-wide underline underline-offset-4"
      >
        {row.code}
      </Link>
      <time dateTime={row.createdAt.toISOString()} className="block text-sm text-muted">
        {formatDateTime(row.createdAt)}
      </time>
    </>
  );
}

function Buyer({ name, phone }: { name: string | null; phone: string | null }) {
  return (
    <>
      <span className="block font-semibold">{name ?? "No name given"}</span>
      {phone && <span className="block text-sm text-muted">{formatPhone(phone)}</span>}
    </>
  );
}
