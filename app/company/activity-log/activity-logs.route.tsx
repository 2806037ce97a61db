/** The page 'Activity Logs'. The URL has its filter and page number. */
import { Link } from "react-router";
import { Download } from "lucide-react";
import type { Route } from "./+types/activity-logs.route";
import { servicesContext } from "../../platform/context.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { AppliedFilters } from "../../ui/filters.tsx";
import { Breakable } from "../../ui/breakable.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { ACTIVITY_ACTION_LABELS } from "../../domain/activity-actions.ts";
import { actionLabel, entityLabel, withLinks } from "./action-labels.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { countLogs, listLoggedAdmins, listLogs, readLogCursor, type LogRow } from "./list-logs.server.ts";
import { readLogFilter } from "./log-filter.ts";
import { listCount } from "../../platform/http/list-count.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";

const HERE = "/admin/activity-logs";
const ACTIONS = [
  { value: "", label: "All actions" },
  ...Object.entries(ACTIVITY_ACTION_LABELS).map(([value, label]) => ({ value, label })),
];

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Activity Logs");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const params = new URL(request.url).searchParams;
  const { filter, rawValues, errors } = readLogFilter(params, now());
  const [page, count, admins] = await Promise.all([
    filter
      ? listLogs(db, filter, parsePageParams(params, readLogCursor))
      : { rows: [], previous: null, next: null },
    filter ? countLogs(db, filter) : 0,
    listLoggedAdmins(db),
  ]);
  return { ...page, count, admins, rawValues, errors };
}

type LinkedRow = ReturnType<typeof withLinks<LogRow>>[number];

const COLUMNS: readonly Column<LinkedRow>[] = [
  {
    key: "at",
    header: "Date & Time",
    primary: true,
    cell: (row) => (
      <time className="@4xl:whitespace-nowrap" dateTime={row.createdAt.toISOString()}>
        {formatAdminDateTime(row.createdAt)}
      </time>
    ),
  },
  {
    key: "admin",
    header: "Admin",
    cell: (row) => (
      <>
        <span className="block font-semibold">{row.adminName}</span>
        <span className="block text-sm text-muted">
          <Breakable text={row.adminEmail} />
        </span>
      </>
    ),
  },
  {
    key: "action",
    header: "Action",
    cell: (row) => <span className="@4xl:whitespace-nowrap">{actionLabel(row.action)}</span>,
  },
  {
    key: "description",
    header: "Description",
    cell: (row) => <span>{row.description}</span>,
  },
  { key: "entity", header: "Entity Type", cell: (row) => <Entity row={row} /> },
];

export default function ActivityLogsPage({ loaderData }: Route.ComponentProps) {
  const { rows, previous, next, count, admins, rawValues, errors } = loaderData;
  const keep = new URLSearchParams(Object.entries(rawValues).filter(([, value]) => value));
  const valid = !errors.from && !errors.to;
  return (
    <>
      <PageHead
        title="Activity Logs"
        text="What staff did, and when. Nobody can change these records."
        actions={
          valid && (
            <ButtonLink variant="secondary" size="sm" href={`${HERE}/export.csv?${keep}`}>
              <Download aria-hidden className="size-4" />
              Export CSV
            </ButtonLink>
          )
        }
      />
      <AppliedFilters key={keep.toString()} to={HERE}>
        <SelectField
          label="Admin user"
          name="admin"
          defaultValue={rawValues.admin}
          options={[
            { value: "", label: "All admins" },
            ...admins.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField label="Action type" name="action" defaultValue={rawValues.action} options={ACTIONS} />
        <Field label="From date" type="date" name="from" defaultValue={rawValues.from} error={errors.from} />
        <Field label="To date" type="date" name="to" defaultValue={rawValues.to} error={errors.to} />
      </AppliedFilters>
      <div className="mt-6">
        <ListCount>{listCount(rows.length, count, "record", "records")}</ListCount>
      </div>
      <DataTable
        caption="Activity, newest first"
        rows={withLinks(rows)}
        rowKey="id"
        empty={
          <EmptyState
            title="No activity logs found matching your criteria."
            action={<TextLink to={HERE}>Clear filters</TextLink>}
          />
        }
        columns={COLUMNS}
      />
      <Pager {...pageLinks(keep, { previous, next })} />
    </>
  );
}

function Entity({ row: { to, linkName, entityType } }: { row: LinkedRow }) {
  const label = entityLabel(entityType);
  if (!to) return label;
  return (
    <Link
      to={to}
      aria-label={linkName}
      className="inline-flex min-h-11 items-center underline underline-offset-4 @4xl:whitespace-nowrap"
    >
      {label}
    </Link>
  );
}
