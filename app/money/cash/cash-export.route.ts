import type { Route } from "./+types/cash-export.route";
import { adminContext } from "../../access/principal-context.ts";
import { lagosDay } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { CASH_HEADER, exportCash } from "./export-cash.server.ts";

/** Exports the cash entries of the days `from` to `to` in the URL, or all entries. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const params = new URL(request.url).searchParams;
  const days = { from: params.get("from"), to: params.get("to") };
  const { read } = await receiveOrThrow(exportCash, context, context.get(adminContext), days);
  return csvDownload(`cash-${lagosDay(now())}.csv`, CASH_HEADER, read());
}
