/** Store dashboard: orders. Search, status, page and the open order are in the URL; new orders appear without a reload. */
import { useEffect, useRef } from "react";
import { data, Link, useSearchParams } from "react-router";
import * as z from "zod";
import type { Route } from "./+types/store-orders.route";
import { servicesContext } from "../platform/context.ts";
import { formatDateTime } from "../domain/dates.ts";
import { check, readForm, refusalPage } from "../platform/http/form.server.ts";
import { formatPhone } from "../domain/phone.ts";
import { listCount, totalOf } from "../platform/http/list-count.ts";
import { withOfflineFallback } from "../platform/http/network-error.ts";
import { refusalText, refuse, responseInit, type Refusal } from "../platform/http/result.ts";
import { pageLinks, withParams } from "../platform/http/query.ts";
import { uuidField } from "../platform/http/fields.ts";
import { uuidParam } from "../platform/http/uuid.ts";
import { readListParams } from "../platform/http/list-params.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { ListCount } from "../ui/list-count.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { SearchedList } from "../ui/searched-list.tsx";
import { EmptyState, FailedState } from "../ui/states.tsx";
import { DataTable } from "../ui/table.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { showToast } from "../ui/toast.tsx";
import { UrlDialog } from "../ui/url-dialog.tsx";
import { changeOrderStatus } from "../orders/order-changes.server.ts";
import { amountColumn } from "./amount-column.tsx";
import { OrderDetail } from "./order-detail.tsx";
import { NextStep } from "./order-steps.tsx";
import { OrderStatusBadge } from "../orders/order-status-badge.tsx";
import { ORDER_STATUSES, ORDER_STATUS_LABELS } from "../domain/order-status.ts";
import { countStoreOrders, findStoreOrder, listStoreOrders, type OrderRow } from "./store-orders.server.ts";
import { storeOwnerContext } from "../auth/principal-context.ts";
import { readerOf, requireStore } from "./store-context.ts";
import { noindexMeta } from "../platform/http/page-meta.ts";

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

const changeForm = z.object({
  orderId: uuidField,
  version: z.coerce.number().int().positive().max(2_000_000_000),
  status: z.enum(ORDER_STATUSES, "Choose a status"),
});
type Failed = { title: string; text: string };
const NOT_UPDATED = "Failed to update order status.";

export async function action({ request, context }: Route.ActionArgs) {
  requireStore(context);
  const { rawValues } = await readForm(request);
  const checked = check(changeForm, rawValues);
  if (!checked.ok) return notUpdated(refuse("invalid", "Choose one of the five statuses."));
  const services = context.get(servicesContext);
  const result = await changeOrderStatus(services, context.get(storeOwnerContext), checked.input);
  if (!result.ok && result.code === "not_found") throw refusalPage(result);
  if (!result.ok) return notUpdated(result);
  const params = withParams(new URL(request.url).searchParams, { _routes: null, index: null });
  return redirectWithToast(services, `/store/dashboard/orders${params}`, {
    tone: "good",
    title: "Status Updated",
    text: `Order ${result.code} is now ${ORDER_STATUS_LABELS[checked.input.status]}`,
  });
}

const notUpdated = (refusal: Refusal) =>
  data<Failed>({ title: NOT_UPDATED, text: refusalText(refusal) }, responseInit(refusal));

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(request, serverAction, ({ message }): Failed => ({
    title: NOT_UPDATED,
    text: message ?? "Please try again.",
  }));

export default function StoreOrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const notified = useRef<Failed | undefined>(undefined);
  useEffect(() => {
    if (actionData && actionData !== notified.current) showToast({ tone: "bad", ...actionData });
    notified.current = actionData;
  }, [actionData]);
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
      {actionData && !order && <FailedState className="mt-4" {...actionData} />}
      {order && (
        <UrlDialog title={`Order ${order.code}`} closeTo={closeTo}>
          {actionData && <FailedState {...actionData} />}
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
