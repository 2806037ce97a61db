import { data } from "react-router";
import type { Route } from "./+types/export-logs.route";
import { servicesContext } from "../../platform/context.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { lagosDay, lagosTime } from "../../domain/dates.ts";
import { exportLogs } from "./list-logs.server.ts";
import { INVALID_DATE, readLogFilter } from "./log-filter.ts";
import { adminContext } from "../../access/principal-context.ts";

/** Exports the activity log as a spreadsheet, with the page's filter. Times are Lagos times. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { filter } = readLogFilter(new URL(request.url).searchParams, services.now());
  if (!filter) throw data(INVALID_DATE, { status: 400 });
  const { read } = await receiveOrThrow(exportLogs, context, context.get(adminContext), filter);
  async function* cells() {
    for await (const row of read()) {
      yield [
        lagosTime(row.createdAt),
        row.adminName,
        row.adminEmail,
        row.action,
        row.description,
        row.entityType,
      ];
    }
  }
  return csvDownload(
    `activity-log-${lagosDay(services.now())}.csv`,
    ["Date & Time (Lagos)", "Admin", "Email", "Action", "Description", "Entity Type"],
    cells(),
  );
}
