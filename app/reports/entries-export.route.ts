import { data } from "react-router";
import type { Route } from "./+types/entries-export.route";
import { adminContext } from "../access/principal-context.ts";
import { servicesContext } from "../platform/context.ts";
import { csvDownload, type Row } from "../platform/http/csv-download.ts";
import { exportMoney } from "./export-money.server.ts";
import { readReportParams, REFUSED_PERIOD } from "./period.ts";
import { ENTRY_HEADER, entryCells } from "./report-csv.server.ts";

/** REPORT-4: one row for each price, payment, collection and payout of the period. */
export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const params = new URL(request.url).searchParams;
  params.set("by", "month");
  const { period } = readReportParams(params, services.now());
  if (!period) throw data(REFUSED_PERIOD, { status: 400 });
  async function* cells(asked: NonNullable<typeof period>): AsyncGenerator<Row> {
    for await (const entry of exportMoney(services, admin, asked)) yield entryCells(entry);
  }
  return csvDownload(`money-${period.from}-${period.to}.csv`, ENTRY_HEADER, cells(period));
}
