/** BUSINESS-3: the log of a business, for its owners. */
import type { Route } from "./+types/business-log.route";
import { memberContext } from "../../access/principal-context.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { readLog } from "./business-events.server.ts";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Log");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const before = new URL(request.url).searchParams.get("before") ?? "";
  return readLog(
    db,
    context.get(memberContext).business.id,
    /^\d{1,15}$/.test(before) ? Number(before) : null,
  );
}

const COLUMNS: readonly Column<Awaited<ReturnType<typeof readLog>>["rows"][number]>[] = [
  { key: "text", header: "What", primary: true, long: true, cell: ({ text }) => text },
  { key: "who", header: "Who", narrow: "bare", long: true, cell: ({ byName }) => byName },
  { key: "at", header: "When", cell: ({ at }) => formatDateTime(at) },
];

export default function LogPage({ loaderData: { rows, hasMore } }: Route.ComponentProps) {
  const last = rows.at(-1);
  return (
    <>
      <PageHead title="Log" text="What members and our staff changed. Nothing in it is ever changed." />
      <div className="mt-4">
        <DataTable
          caption="Log, newest first"
          rows={rows}
          rowKey="id"
          columns={COLUMNS}
          empty="Nothing yet"
          compact
        />
      </div>
      {hasMore && last && (
        <p className="mt-4">
          <TextLink to={`?before=${last.id}`}>Older</TextLink>
        </p>
      )}
    </>
  );
}
