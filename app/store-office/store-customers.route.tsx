/** Store dashboard: customers, derived from the orders. */
import { Link, useSearchParams } from "react-router";
import type { Route } from "./+types/store-customers.route";
import { servicesContext } from "../platform/context.ts";
import { formatDate } from "../domain/dates.ts";
import { parsePageParams } from "../platform/http/keyset.ts";
import { formatNaira } from "../domain/money.ts";
import { formatPhone } from "../domain/phone.ts";
import { pageLinks, withParams } from "../platform/http/query.ts";
import { readSearch } from "../platform/http/search.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { EmptyState } from "../ui/states.tsx";
import { DataTable } from "../ui/table.tsx";
import { listStoreCustomers, type StoreCustomer } from "./store-customers.server.ts";
import { storeOwnerContext } from "../auth/principal-context.ts";
import { storeContext } from "./store-context.ts";
import { noindexMeta } from "../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Customers · Store dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  if (!store) return null;
  const params = new URL(request.url).searchParams;
  const search = readSearch(params);
  const filter = { search, ...parsePageParams(params) };
  const owner = context.get(storeOwnerContext);
  const page = await listStoreCustomers(context.get(servicesContext).db, owner, store.id, filter);
  return { ...page, search, first: !search && !filter.cursor };
}

export default function StoreCustomersPage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  if (!loaderData) return null;
  const { rows, previous, next, search, first } = loaderData;
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
          text="People who order with a name or a phone number appear here."
        />
      ) : (
        <>
          <div className="mt-4">
            <SearchBox
              label="Search customers"
              placeholder="Name or phone"
              defaultValue={search}
              keep={chosen ? { store: chosen } : {}}
            />
          </div>
          <div className="mt-6">
            <DataTable<StoreCustomer>
              caption="Customers, last order first"
              rows={rows}
              rowKey="id"
              empty={<EmptyState title="No customers found" text="Nobody in this list matches." />}
              columns={[
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
                {
                  key: "spent",
                  header: "Total spent",
                  align: "right",
                  cell: (row) => (
                    <span className="font-semibold @3xl:whitespace-nowrap">{formatNaira(row.spentKobo)}</span>
                  ),
                },
                {
                  key: "last",
                  header: "Last order",
                  cell: (row) => (
                    <time dateTime={row.createdAt.toISOString()}>{formatDate(row.createdAt)}</time>
                  ),
                },
              ]}
            />
          </div>
          <Pager {...pageLinks(params, { previous, next })} />
        </>
      )}
    </>
  );
}
