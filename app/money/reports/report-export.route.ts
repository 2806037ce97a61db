import { data } from "react-router";
import type { Route } from "./+types/report-export.route";
import { adminContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { exportReport } from "./export-reports.server.ts";
import { readReportParams, REFUSED_PERIOD } from "./period.ts";
import { reportHeader } from "./report-csv.server.ts";

/** REPORT-4: exports the report of the page as CSV. The report by lane has all lanes. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const { view, period } = readReportParams(new URL(request.url).searchParams, now());
  if (!period) throw data(REFUSED_PERIOD, { status: 400 });
  const asked = { view, period };
  const { read } = await receiveOrThrow(exportReport, context, context.get(adminContext), asked);
  const name = `report-${view}-${period.from}-${period.to}.csv`;
  return csvDownload(name, reportHeader(view), read());
}
