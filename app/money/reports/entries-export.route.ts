import { data } from "react-router";
import type { Route } from "./+types/entries-export.route";
import { adminContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { csvDownload, type Row } from "../../platform/http/csv-download.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { exportMoney } from "./export-reports.server.ts";
import { readReportParams, REFUSED_PERIOD } from "./period.ts";
import { ENTRY_HEADER, entryCells } from "./report-csv.server.ts";

/** REPORT-4: exports one row for each price, payment, collection and payout of the period. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const params = new URL(request.url).searchParams;
  params.set("by", "month");
  const { period } = readReportParams(params, now());
  if (!period) throw data(REFUSED_PERIOD, { status: 400 });
  const { read } = await receiveOrThrow(exportMoney, context, context.get(adminContext), period);
  async function* cells(): AsyncGenerator<Row> {
    for await (const entry of read()) yield entryCells(entry);
  }
  return csvDownload(`money-${period.from}-${period.to}.csv`, ENTRY_HEADER, cells());
}
