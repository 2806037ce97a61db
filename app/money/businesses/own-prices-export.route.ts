import type { Route } from "./+types/own-prices-export.route";
import { adminContext } from "../../access/principal-context.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { exportOwnPrices } from "./own-prices.server.ts";

/** BUSINESS-4: exports the price list of a business as CSV. Staff can change the file and import it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { read } = await receiveOrThrow(exportOwnPrices, context, context.get(adminContext), params);
  const { fileName, rows } = await read();
  const [header = [], ...lines] = rows;
  async function* cells() {
    yield* lines;
  }
  return csvDownload(fileName, header, cells());
}
