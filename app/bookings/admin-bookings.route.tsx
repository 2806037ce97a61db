/** Back office: all bookings. Search, filter and page are in the URL and done by the database. */
import { Link } from "react-router";
import type { Route } from "./+types/admin-bookings.route";
import { refusal } from "../domain/roles.ts";
import { servicesContext } from "../platform/context.ts";
import { formatAdminDate } from "../domain/dates.ts";
import { newIdempotencyKey, readForm } from "../platform/http/form.server.ts";
import { parsePageParams } from "../platform/http/keyset.ts";
import { withOfflineFallback } from "../platform/http/network-error.ts";
import { pageLinks } from "../platform/http/query.ts";
import type { LiveHandle } from "../platform/live/live-topics.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Pager } from "../ui/pager.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { EmptyState } from "../ui/states.tsx";
import { DataTable } from "../ui/table.tsx";
import { BookingFilters } from "./admin-filters.tsx";
import { filterParams, parseFilters } from "./booking-filter.ts";
import { BulkChanger, Tick } from "./bulk-changer.tsx";
import { StatusChanger } from "./status-changer.tsx";
import { BookingStatusBadge } from "./booking-status-badge.tsx";
import { notChanged } from "./status-response.ts";
import { handleBulkChange, handleStatusChange, withChangeError } from "./status-action.server.ts";
import { countBookings, countText, listBookings, type BookingRow } from "./list-bookings.server.ts";
import { adminContext } from "../auth/principal-context.ts";
import { noindexMeta } from "../platform/http/page-meta.ts";

export const handle: LiveHandle = { live: () => ["deliveries"] };

export const meta: Route.MetaFunction = () => noindexMeta("Bookings · Ona back office");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const admin = context.get(adminContext);
  const params = new URL(request.url).searchParams;
  const filters = parseFilters(params);
  const values = filterParams(filters);
  const [page, count] = await Promise.all([
    listBookings(db, { ...filters, ...parsePageParams(params) }),
    Object.keys(values).length > 0 ? countBookings(db, filters) : null,
  ]);
  return {
    ...page,
    // One form each, and one for the ticked rows.
    rows: page.rows.map((row) => ({ ...row, key: newIdempotencyKey() })),
    key: newIdempotencyKey(),
    values,
    count: count === null ? null : countText(count),
    mayNotChange: refusal(admin.role, "changeStatus"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { rawValues, key } = await readForm(request);
  const admin = context.get(adminContext);
  const services = context.get(servicesContext);
  return withChangeError(services, rawValues["id"] ?? "", async () =>
    rawValues["intent"] === "bulk"
      ? handleBulkChange(services, admin, rawValues, key)
      : handleStatusChange(services, admin, rawValues, key),
  );
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(request, serverAction, ({ message }, { id = "" }) =>
    notChanged(id, message ?? undefined),
  );

export default function AdminBookingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, previous, next, values, count, key, mayNotChange } = loaderData;
  const keep = new URLSearchParams(values);
  const { q = "", ...filters } = values;
  return (
    <>
      <PageHead
        title="Bookings"
        text={count === null ? undefined : `${count} found`}
        actions={
          <ButtonLink variant="secondary" size="sm" href={`/admin/bookings/export.csv?${keep}`}>
            Export CSV
          </ButtonLink>
        }
      />
      {actionData && (
        <p role="status" className="mt-4 border-l-8 border-danfo bg-card px-4 py-3">
          <strong>{actionData.title}</strong> {actionData.text}
        </p>
      )}
      <div className="mt-4">
        <SearchBox label="Search bookings" placeholder="Search bookings..." defaultValue={q} keep={filters} />
        <BookingFilters values={values} />
      </div>
      {rows.length > 0 && <BulkChanger formKey={key} mayNotChange={mayNotChange} />}
      <div className="mt-6">
        <DataTable<BookingRow & { key: string }>
          caption="Bookings, newest first"
          rows={rows}
          rowKey="id"
          empty={<EmptyState title="No bookings found." />}
          columns={[
            {
              key: "code",
              header: "Booking Code",
              primary: true,
              cell: (row) => (
                <span className="flex items-center gap-1">
                  {mayNotChange === null && <Tick key={`${row.id}-${row.version}`} row={row} />}
                  <Link
                    className="inline-flex min-h-11 items-center font-display font-bold tracking-wide underline underline-offset-4"
                    to={`/admin/bookings/${row.trackingNumber}`}
                  >
                    {row.trackingNumber}
                  </Link>
                </span>
              ),
            },
            {
              key: "created",
              header: "Created",
              cell: (row) => (
                <time className="@3xl:whitespace-nowrap" dateTime={row.createdAt.toISOString()}>
                  {formatAdminDate(row.createdAt)}
                </time>
              ),
            },
            {
              key: "sender",
              header: "Sender",
              long: true,
              cell: (row) => <Person name={row.senderName} more={row.senderEmail} />,
            },
            {
              key: "receiver",
              header: "Receiver",
              long: true,
              cell: (row) => (
                <Person name={row.receiverName} more={`${row.senderState} → ${row.receiverState}`} />
              ),
            },
            { key: "status", header: "Status", cell: (row) => <BookingStatusBadge status={row.status} /> },
            {
              key: "actions",
              header: "Actions",
              cell: (row) => (
                <StatusChanger key={`${row.id}-${row.version}`} booking={row} mayNotChange={mayNotChange} />
              ),
            },
          ]}
        />
      </div>
      <Pager {...pageLinks(keep, { previous, next })} />
    </>
  );
}

function Person({ name, more }: { name: string; more: string }) {
  return (
    <>
      <span className="block font-semibold">{name}</span>
      <span className="block text-sm text-muted">{more}</span>
    </>
  );
}
