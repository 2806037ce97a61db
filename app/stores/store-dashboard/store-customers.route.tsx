/** Store dashboard: customers, derived from the orders. */
import { Link, useSearchParams } from "react-router";
import type { Route } from "./+types/store-customers.route";
import { formatDate } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import { listCount, rowTotalOf } from "../../platform/http/list-count.ts";
import { pageLinks, withParams } from "../../platform/http/query.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { SearchedList } from "../../ui/searched-list.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { amountColumn } from "./amount-column.tsx";
import { countStoreCustomers, listStoreCustomers, type StoreCustomer } from "./store-customers.server.ts";
import { readerOf } from "./store-context.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Customers · Store dashboard");

const SEARCH = { label: "Search customers", placeholder: "Name or phone" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = readerOf(context);
  if (!reader) return null;
  const { search, page } = readListParams(request);
  const { db, owner, store } = reader;
  const [found, all] = await Promise.all([
    listStoreCustomers(db, owner, store.id, { search, ...page }),
    search ? null : countStoreCustomers(db, owner, store.id),
  ]);
  const total = rowTotalOf(found) ?? all;
  return { ...found, total, search, first: !search && !page.cursor };
}

/** Makes the columns. `ordersOf` returns the URL of the list of a customer's orders. */
const columns = (ordersOf: (row: StoreCustomer) => string): Column<StoreCustomer>[] => [
  {
    key: "name",
    header: "Customer",
    long: true,
    primary: true,
    cell: (row) => <span className="font-semibold">{row.name ?? "No name given"}</span>,
  },
  {
    key: "phone",
    header: "Phone",
    cell: (row) =>
      row.phone ? (
        <a className="underline underline-offset-4" href={`tel:${row.phone}`}>
          {formatPhone(row.phone)}
        </a>
      ) : (
        "N/A"
      ),
  },
  {
    key: "orders",
    header: "Orders",
    align: "right",
    cell: (row) => (
      <Link
        to={ordersOf(row)}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        aria-label={`${row.orders} orders of ${row.name ?? row.phone ?? "this customer"}`}
      >
        {row.orders}
      </Link>
    ),
  },
  amountColumn("spent", "Total spent", (row) => row.spentKobo),
  {
    key: "last",
    header: "Last order",
    cell: (row) => <time dateTime={row.createdAt.toISOString()}>{formatDate(row.createdAt)}</time>,
  },
];

export default function StoreCustomersPage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  if (!loaderData) return null;
  const { rows, previous, next, total, search, first } = loaderData;
  const chosen = params.get("store");
  const ordersOf = (row: StoreCustomer) =>
    `/store/dashboard/orders${withParams("", { q: row.phone ?? row.name, ...(chosen && { store: chosen }) })}`;
  return (
    <>
      <PageHead title="Customers" />
      {first && rows.length === 0 ? (
        <EmptyState
          className="mt-6"
          title="No customers yet"
          text="Buyers who give a name or phone number appear here."
        />
      ) : (
        <SearchedList
          search={{ ...SEARCH, defaultValue: search, keep: chosen ? { store: chosen } : {} }}
          pager={pageLinks(params, { previous, next })}
        >
          <ListCount>{listCount(rows.length, total, "customer", "customers")}</ListCount>
          <DataTable
            caption="Customers, last order first"
            rows={rows}
            rowKey="id"
            empty={<EmptyState title="No customers found" text="No customers match." />}
            columns={columns(ordersOf)}
          />
        </SearchedList>
      )}
    </>
  );
}
