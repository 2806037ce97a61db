/** Store dashboard: orders. Search, status, page and the open order are in the URL; new orders appear without a reload. */
import { useEffect, useRef } from "react";
import { data, Link, useSearchParams } from "react-router";
import type { Route } from "./+types/store-orders.route";
import { formatDateTime } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import { listCount, totalOf } from "../../platform/http/list-count.ts";
import { withFormError } from "../../platform/http/network-error.ts";
import type { Problem } from "../../platform/http/result.ts";
import { pageLinks, withParams } from "../../platform/http/query.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { SearchedList } from "../../ui/searched-list.tsx";
import { EmptyState, FailedState } from "../../ui/states.tsx";
import { DataTable } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { showToast } from "../../ui/toast.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { formAction } from "../../platform/http/form-action.server.ts";
import { NOT_UPDATED } from "../orders/messages.ts";
import { amountColumn } from "./amount-column.tsx";
import { dashboardPage, STORE_ORDER_BUTTONS } from "./forms.server.ts";
import { OrderDetail } from "./order-detail.tsx";
import { NextStep } from "./order-steps.tsx";
import { OrderStatusBadge } from "../orders/order-status-badge.tsx";
import { ORDER_STATUSES, ORDER_STATUS_LABELS } from "../../domain/order-status.ts";
import { countStoreOrders, findStoreOrder, listStoreOrders, type OrderRow } from "./store-orders.server.ts";
import { ownerOf, readerOf } from "./store-context.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Orders · Store dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = readerOf(context);
  if (!reader) return null;
  const { store, owner, db } = reader;
  const { params, search, page } = readListParams(request);
  const asked = params.get("status");
  const status = ORDER_STATUSES.find((known) => known === asked) ?? null;
  const view = params.get("view");
  const orderId = uuidParam(view);
  const [found, counts, order] = await Promise.all([
    listStoreOrders(db, owner, store.id, { search, status, ...page }),
    countStoreOrders(db, owner, store.id),
    orderId ? findStoreOrder(db, owner, store.id, orderId) : null,
  ]);
  if (view !== null && !order) throw data("This order was removed or the link is wrong.", { status: 404 });
  return { ...found, search, status, counts, order };
}

const FAILED = { title: NOT_UPDATED, text: "Please try again." };

export const action = formAction({
  actor: ownerOf,
  buttons: STORE_ORDER_BUTTONS,
  to: (_, sent) => dashboardPage("orders", sent),
  failed: FAILED,
});

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, FAILED);

export default function StoreOrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const problem = actionData?.problem ?? null;
  const notified = useRef<Problem | null>(null);
  useEffect(() => {
    if (problem && problem !== notified.current) showToast({ tone: "bad", ...problem });
    notified.current = problem;
  }, [problem]);
  if (!loaderData) return null;
  const { rows, previous, next, search, status, counts, order } = loaderData;
  const closeTo = withParams(params, { view: null });
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const total = totalOf({ rows, previous, next }) ?? (search ? null : status ? counts[status] : all);
  const chosen = params.get("store");
  const tab = (value: string | null) => withParams(closeTo, { status: value, newer: null, older: null });
  return (
    <>
      <PageHead title="Orders" />
      {problem && !order && <FailedState className="mt-4" {...problem} />}
      {order && (
        <UrlDialog title={`Order ${order.code}`} closeTo={closeTo}>
          {problem && <FailedState {...problem} />}
          <OrderDetail order={order} />
        </UrlDialog>
      )}
      {all === 0 ? (
        <EmptyState
          className="mt-6"
          title="No orders yet"
          text="Orders arrive here as buyers send them. Share your store's link to get the first."
        />
      ) : (
        <>
          <div className="mt-4">
            <Tabs
              label="Status"
              tabs={[
                { href: tab(null), label: "All", current: status === null },
                ...ORDER_STATUSES.map((value) => ({
                  href: tab(value),
                  label: ORDER_STATUS_LABELS[value],
                  current: status === value,
                  count: counts[value] ? String(counts[value]) : undefined,
                  urgent: value === "new",
                })),
              ]}
            />
          </div>
          <SearchedList
            search={{
              label: "Search orders",
              placeholder: "Code, buyer or phone",
              defaultValue: search,
              keep: { ...(chosen && { store: chosen }), ...(status && { status }) },
            }}
            pager={pageLinks(closeTo, { previous, next })}
          >
            <ListCount>{listCount(rows.length, total, "order", "orders")}</ListCount>
            <DataTable<OrderRow>
              caption="Orders, newest first"
              rows={rows}
              rowKey="id"
              empty={<EmptyState title="No orders found" text="No orders match." />}
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
                { key: "status", header: "Status", cell: (row) => <OrderStatusBadge status={row.status} /> },
                { key: "actions", header: "Next step", cell: (row) => <NextStep order={row} /> },
              ]}
            />
          </SearchedList>
        </>
      )}
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
