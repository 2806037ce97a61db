import type { Route } from "./+types/price-list-export.route";
import { adminContext } from "../../access/principal-context.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { exportPrices } from "./export-prices.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { read } = await receiveOrThrow(exportPrices, context, context.get(adminContext), params);
  const { fileName, rows } = read();
  const [header = [], ...lines] = rows;
  async function* cells() {
    yield* lines;
  }
  return csvDownload(fileName, header, cells());
}
