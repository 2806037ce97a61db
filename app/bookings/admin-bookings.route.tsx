/** Back office: all bookings. Search, filter and page stand in the URL; the database does the work. */
import { data } from "react-router";
import * as z from "zod";
import type { Route } from "./+types/admin-bookings.route";
import { asAdmin } from "../accounts/actor.server.ts";
import { refusal } from "../accounts/roles.ts";
import { servicesContext, viewerContext } from "../context.ts";
import { formatAdminDate } from "../lib/dates.ts";
import { check, readForm } from "../lib/form.server.ts";
import { optionalText } from "../lib/fields.ts";
import { readCursor } from "../lib/keyset.ts";
import { Pager } from "../ui/pager.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { EmptyState } from "../ui/states.tsx";
import { DataTable } from "../ui/table.tsx";
import { StatusChanger } from "./status-changer.tsx";
import { StatusFilter } from "./status-filter.tsx";
import { StatusStamp } from "./status-stamp.tsx";
import { DELIVERY_STATUSES, DELIVERY_STATUS_LABELS } from "./booking.ts";
import { changeStatus } from "./change-status.server.ts";
import { countBookings, countText, listBookings, type BookingRow } from "./list-bookings.server.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Bookings · Ona back office" },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const admin = asAdmin(context.get(viewerContext))!;
  const params = new URL(request.url).searchParams;
  const asked = params.get("status");
  const status = DELIVERY_STATUSES.find((known) => known === asked) ?? null;
  const search = (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 100);
  const newer = readCursor(params.get("newer"));
  const filter = {
    search,
    status,
    cursor: newer ?? readCursor(params.get("older")),
    direction: newer ? ("newer" as const) : ("older" as const),
  };
  const filtered = search !== "" || status !== null;
  const [page, count] = await Promise.all([
    listBookings(db, admin, filter),
    filtered ? countBookings(db, admin, filter) : null,
  ]);
  return {
    ...page,
    search,
    status,
    count: count === null ? null : countText(count),
    mayNotChange: refusal(admin.role, "changeStatus"),
  };
}

const changeForm = z.object({
  id: z.uuid(),
  version: z.coerce.number().int().positive().max(2_000_000_000),
  status: z.enum(DELIVERY_STATUSES, "Choose a status"),
  note: optionalText(500),
});

/** What a status change answers; the toast's words are spec.md 4's. */
export type ChangeAnswer = { id: string; ok: boolean; title: string; text: string };

export async function action({ request, context }: Route.ActionArgs) {
  const { typed } = await readForm(request);
  const checked = check(changeForm, typed);
  const failed = (text: string, status: number) =>
    data<ChangeAnswer>(
      { id: typed["id"] ?? "", ok: false, title: "Failed to update booking status.", text },
      { status },
    );
  if (!checked.ok) return failed("Choose one of the four statuses.", 400);
  const admin = asAdmin(context.get(viewerContext))!;
  const result = await changeStatus(context.get(servicesContext), admin, checked.input);
  if (result.ok) {
    const label = DELIVERY_STATUS_LABELS[checked.input.status];
    return data<ChangeAnswer>({
      id: checked.input.id,
      ok: true,
      title: "Status Updated",
      text: `Booking status changed to ${label}`,
    });
  }
  if (result.reason === "not-allowed") return failed(refusal(admin.role, "changeStatus")!, 403);
  if (result.reason === "not-found") return failed("This booking is not there any more.", 404);
  const who = result.byName ?? "Somebody else";
  return failed(
    `${who} changed it to ${DELIVERY_STATUS_LABELS[result.status]} meanwhile. Look at the row again and decide anew.`,
    409,
  );
}

export default function AdminBookingsPage({ loaderData }: Route.ComponentProps) {
  const { rows, newer, older, search, status, count, mayNotChange } = loaderData;

  const keep = new URLSearchParams({ ...(search && { q: search }), ...(status && { status }) });
  const link = (name: "newer" | "older", cursor: string | null) =>
    cursor ? `?${new URLSearchParams([...keep, [name, cursor]])}` : undefined;
  return (
    <>
      <PageHead title="Bookings" text={count === null ? undefined : `${count} found`} />
      <div className="mt-4 flex flex-col gap-3 sm:flex-row sm:items-end">
        <SearchBox
          label="Search bookings"
          placeholder="Search bookings..."
          defaultValue={search}
          keep={status ? { status } : {}}
        />
        <StatusFilter value={status} search={search} />
      </div>
      <div className="mt-6">
        <DataTable<BookingRow>
          caption="Bookings, newest first"
          rows={rows}
          rowKey={(row) => row.id}
          empty={<EmptyState title="No bookings found." />}
          columns={[
            {
              key: "code",
              header: "Booking Code",
              primary: true,
              cell: (row) => (
                <a
                  className="font-display font-bold tracking-wide underline underline-offset-4"
                  href={`/track?code=${row.trackingNumber}`}
                >
                  {row.trackingNumber}
                </a>
              ),
            },
            {
              key: "created",
              header: "Created",
              cell: (row) => (
                <time dateTime={row.createdAt.toISOString()}>{formatAdminDate(row.createdAt)}</time>
              ),
            },
            {
              key: "sender",
              header: "Sender",
              cell: (row) => <Person name={row.senderName} more={row.senderEmail} />,
            },
            {
              key: "receiver",
              header: "Receiver",
              cell: (row) => (
                <Person name={row.receiverName} more={`${row.senderState} → ${row.receiverState}`} />
              ),
            },
            { key: "status", header: "Status", cell: (row) => <StatusStamp status={row.status} /> },
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
      <Pager newerHref={link("newer", newer)} olderHref={link("older", older)} />
    </>
  );
}

function Person({ name, more }: { name: string; more: string }) {
  return (
    <>
      <span className="block font-semibold break-words">{name}</span>
      <span className="block text-sm break-words text-muted">{more}</span>
    </>
  );
}
