/** Back office: the dispatch list. The search, tab, filters and page are in the URL. */
import type { Route } from "./+types/admin-bookings.route";
import { may, whyRoleMayNot } from "../../access/permissions.ts";
import { scannedTrackingCode } from "../../domain/codes-in-text.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { numberText, rowTotalOf } from "../../platform/http/list-count.ts";
import { MOST_FIRST, parsePageParams, readCursor } from "../../platform/http/keyset.ts";
import { withOfflineFallback } from "../../platform/http/network-error.ts";
import { pageLinks } from "../../platform/http/query.ts";
import type { LiveHandle, RoleHandle } from "../../platform/live/live-topics.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { bookingFilterParams, parseFilters } from "./booking-filter.ts";
import { DispatchFilters, DispatchTabs, DoubtfulStates } from "./dispatch-head.tsx";
import dispatchStyle from "./dispatch.css?url";
import { DispatchList } from "./dispatch-list.tsx";
import { CHECK_IT, notChanged } from "../bookings/status-response.ts";
import { DISPATCH_BUTTONS } from "./forms.server.ts";
import { countBookings, countTabs } from "./count-bookings.server.ts";
import { listBookings, withPhones } from "./list-bookings.server.ts";
import { countDoubts } from "../bookings/state-doubts.server.ts";
import { compactRows } from "./compact-rows.ts";
import { listTeam } from "../../access/colleagues.server.ts";
import { readBooking } from "../bookings/one-booking.server.ts";
import { staffsLink } from "../bookings/receiver-chats.server.ts";
import { useMay } from "../../access/use-may.ts";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";

export const handle: LiveHandle & RoleHandle = { live: () => ["bookings"], sameForRole: true };

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: dispatchStyle }];

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Bookings");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, now } = services;
  const admin = context.get(adminContext);
  const params = new URL(request.url).searchParams;
  const filters = parseFilters(params);
  const values = bookingFilterParams(filters);
  const today = startOfLagosDay(now());
  const match = { ...filters, lateBefore: filters.late ? today : null };
  // The list of late bookings starts with those that are late for longest. Other lists start with the newest.
  const paging = filters.late
    ? parsePageParams(params, (text) => readCursor(text), MOST_FIRST)
    : parsePageParams(params);
  const { status: _tab, ...narrower } = values;
  const code = scannedTrackingCode(filters.search);
  const [{ recent, ...page }, tabs, found, doubts, team] = await Promise.all([
    listBookings(db, { ...match, ...paging }),
    countTabs(db, now()),
    code ? readBooking(db, code) : null,
    countDoubts(db),
    code || filters.assignee ? listTeam(db, null) : [],
  ]);
  const total = rowTotalOf(page);
  const narrowed = Object.keys(narrower).length > 0;
  const counted =
    total === null && narrowed ? await countBookings(db, match, paging.cursor ? null : recent) : null;
  const mayNotChange = whyRoleMayNot(admin.role, "changeStatus");
  const key = newIdempotencyKey();
  return {
    ...page,
    rows: compactRows(page.rows.map(withPhones)),
    firstPage: paging.cursor === null,
    key,
    values,
    tabs,
    today,
    doubts,
    // Without a search or filter, the count beside the tab is exact.
    count: counted ?? numberText(total ?? tabs[filters.late ? "late" : (filters.status ?? "all")]),
    open: found && {
      ...{ ...found, key: newIdempotencyKey(), noteKey: newIdempotencyKey(), team, mayNotChange },
      // All members of a role get the same response, so it must not depend on the person.
      toReceiver: (await staffsLink(services, admin, found, { anyOfRole: true }))?.chat ?? null,
    },
    assignee: team.find(({ id }) => id === filters.assignee)?.name ?? null,
    mayNotChange,
    mayBook: may(admin.role, "bookForCustomer"),
  };
}

export const action = staffAction({
  buttons: DISPATCH_BUTTONS,
  to: () => "/admin/bookings",
  failed: CHECK_IT,
});

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(request, serverAction, ({ message }, { id = "" }) =>
    notChanged(id, message ?? undefined),
  );

export default function AdminBookingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    rows,
    previous,
    next,
    values,
    count,
    key,
    tabs,
    today,
    firstPage,
    mayNotChange,
    mayBook,
    open,
    doubts,
    assignee,
  } = loaderData;
  const mayExport = useMay("exportData");
  const keep = new URLSearchParams(values);
  const { q = "", ...filters } = values;
  const late = values["status"] === "late";
  const narrowed = Object.keys(values).some((name) => name !== "status");
  return (
    <div className="-mt-3">
      <div className="relative flex flex-wrap items-center gap-2 sm:gap-x-4">
        <h1 tabIndex={-1} className="font-display text-2xl font-extrabold max-[22.5rem]:text-xl">
          Bookings
        </h1>
        {mayBook && (
          <ButtonLink size="sm" className="max-sm:ml-auto" to="/admin/bookings/new">
            Book for a customer
          </ButtonLink>
        )}
        <div className="min-w-[min(14rem,100%)] grow basis-64">
          <SearchBox
            compact
            label="Search bookings"
            placeholder="Search bookings..."
            defaultValue={q}
            keep={filters}
          />
        </div>
        <DispatchFilters values={values} assignee={assignee} />
        {mayExport && (
          <ButtonLink variant="secondary" size="sm" href={`/admin/bookings/export.csv?${keep}`}>
            Export CSV
          </ButtonLink>
        )}
      </div>
      <div className="mt-1">
        <DispatchTabs values={values} counts={tabs} found={narrowed ? count : null} />
      </div>
      {!values["doubt"] && <DoubtfulStates count={doubts} />}
      {mayNotChange && <p className="border-b border-line py-1 text-sm text-muted">{mayNotChange}</p>}
      {actionData && "title" in actionData && (
        <p role="status" className="mt-2 border-l-8 border-danfo bg-card px-4 py-3">
          <strong>{actionData.title}</strong> {actionData.text}
        </p>
      )}
      <DispatchList
        {...{ fresh: rows, firstPage, values, today, formKey: key, mayNotChange, open }}
        found={previous || next ? count : null}
      />
      <Pager
        {...pageLinks(keep, { previous, next }, late ? MOST_FIRST : undefined)}
        {...(late && { words: { previous: "Longer late", next: "Less late" } })}
      />
    </div>
  );
}
