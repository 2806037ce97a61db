import { data } from "react-router";
import type { Route } from "./+types/report-export.route";
import { adminContext } from "../access/principal-context.ts";
import { servicesContext } from "../platform/context.ts";
import { csvDownload, type Row } from "../platform/http/csv-download.ts";
import { logExport } from "./export-money.server.ts";
import { type Period, readReportParams, REFUSED_PERIOD, VIEW_LABELS } from "./period.ts";
import { lineCells, lineHeader, METHOD_HEADER, methodCells } from "./report-csv.server.ts";
import { readMethods, readReport } from "./reports.server.ts";

/** REPORT-4: the report of the page as CSV; of lanes all. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { view, period } = readReportParams(new URL(request.url).searchParams, services.now());
  if (!period) throw data(REFUSED_PERIOD, { status: 400 });
  const name = `report-${view}-${period.from}-${period.to}.csv`;
  const { db } = services;
  await logExport(
    services,
    context.get(adminContext),
    `the report ${VIEW_LABELS[view].toLowerCase()}`,
    period,
  );
  async function* cells(asked: Period): AsyncGenerator<Row> {
    if (view === "method") for (const line of await readMethods(db, asked)) yield methodCells(line);
    else for (const line of await readReport(db, view, asked)) yield lineCells(line);
  }
  return csvDownload(name, view === "method" ? METHOD_HEADER : lineHeader(view), cells(period));
}
