/** Back office: customers, most bookings first. The URL has search and page; the database applies both. */
import { Link } from "../../ui/link.tsx";
import type { Route } from "./+types/admin-customers.route";
import { servicesContext } from "../../platform/context.ts";
import { MOST_FIRST, parsePageParams } from "../../platform/http/keyset.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { formatAdminDate } from "../../domain/dates.ts";
import { formatPhone } from "../../domain/phone.ts";
import type { LiveHandle, RoleHandle } from "../../platform/live/live-topics.ts";
import { Breakable } from "../../ui/breakable.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { SearchedList } from "../../ui/searched-list.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { countCustomers, listCustomers, readCustomerCursor } from "./list-customers.server.ts";
import { listCount, rowTotalOf, numberText } from "../../platform/http/list-count.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";

export const handle: LiveHandle & RoleHandle = { live: () => ["bookings"], sameForRole: true };

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Customers");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { params, search } = readListParams(request);
  const page = parsePageParams(params, readCustomerCursor, MOST_FIRST);
  const [found, all] = await Promise.all([
    listCustomers(db, { search, ...page }),
    search ? null : countCustomers(db),
  ]);
  const total = rowTotalOf(found) ?? all;
  const rows = found.rows.map((row) => ({ ...row, phone: formatPhone(row.phone) }));
  return { ...found, rows, search, total };
}

type Row = Awaited<ReturnType<typeof loader>>["rows"][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    key: "customer",
    header: "Customer",
    long: true,
    primary: true,
    cell: (row) => (
      <Link
        to={`/admin/customers/${row.id}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {row.name}
      </Link>
    ),
  },
  {
    key: "email",
    header: "Email",
    long: true,
    narrow: "bare",
    cell: (row) => <Breakable text={row.email} />,
  },
  {
    key: "phone",
    header: "Phone",
    narrow: "bare",
    cell: (row) => <span className="@4xl:whitespace-nowrap">{row.phone}</span>,
  },
  {
    key: "bookings",
    header: "Total Bookings",
    align: "right",
    narrow: "end",
    cell: (row) => <Bookings row={row} />,
  },
  { key: "code", header: "Referral Code", cell: (row) => row.referralCode },
  {
    key: "by",
    header: "Referred By",
    cell: (row) => row.referredBy && <Breakable text={row.referredBy} />,
  },
  {
    key: "made",
    header: "Referrals Made",
    align: "right",
    none: "0",
    cell: (row) => row.referralsMade || null,
  },
  {
    key: "last",
    header: "Last Booking",
    cell: (row) => row.lastBookingAt && <LastBooking at={row.lastBookingAt} />,
  },
];

export default function CustomersPage({
  loaderData: { rows, previous, next, search, total },
}: Route.ComponentProps) {
  const keep = new URLSearchParams(search && { q: search });
  return (
    <>
      <PageHead title="Customers" />
      <SearchedList
        search={{ label: "Search customers", placeholder: "Search customers...", defaultValue: search }}
        pager={{
          ...pageLinks(keep, { previous, next }, MOST_FIRST),
          words: { previous: "Previous", next: "Next" },
        }}
      >
        <ListCount>{listCount(rows.length, total, "customer", "customers")}</ListCount>
        <DataTable
          caption="Customers, most bookings first"
          rows={rows}
          rowKey="email"
          empty={
            <EmptyState
              title="No customers found."
              action={search && <TextLink to="/admin/customers">Show all customers</TextLink>}
            />
          }
          columns={COLUMNS}
          compact
        />
      </SearchedList>
    </>
  );
}

function Bookings({ row }: { row: Row }) {
  if (row.bookingsCount === 0) return <>0</>;
  const count = numberText(row.bookingsCount);
  return (
    <Link
      to={`/admin/bookings?${new URLSearchParams({ q: row.email })}`}
      aria-label={`${count} bookings of ${row.name}`}
      className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
    >
      {count}
    </Link>
  );
}

function LastBooking({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="@4xl:whitespace-nowrap">
      {formatAdminDate(at)}
    </time>
  );
}
