import { data } from "react-router";
import type { Route } from "./+types/price-list-export.route";
import { adminContext } from "../access/principal-context.ts";
import { recordActivity } from "../access/record-activity.server.ts";
import { servicesContext } from "../platform/context.ts";
import { csvDownload } from "../platform/http/csv-download.ts";
import { LIST_GONE } from "./messages.ts";
import { pricesAsCsv } from "./price-csv.server.ts";
import { readPriceList } from "./price-lists.server.ts";

/** STAFF-14: a price list as CSV: its prices (rates.csv), or its zones of states (zones.csv). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const file = params.file === "rates.csv" ? "rates" : params.file === "zones.csv" ? "zones" : null;
  const list = file ? await readPriceList(services.db, params.id) : null;
  if (!list || !file) throw data(LIST_GONE, { status: 404 });
  const name = `price-list-${list.version ?? "draft"}-${file}`;
  await services.db.transaction((tx) =>
    recordActivity(tx, context.get(adminContext), services.now(), {
      action: "export",
      description: `Exported ${name}`,
      entityType: "price_list",
      entityId: list.id,
    }),
  );
  const [header = [], ...rows] = pricesAsCsv(list.list, file);
  async function* cells() {
    yield* rows;
  }
  return csvDownload(`${name}.csv`, header, cells());
}
