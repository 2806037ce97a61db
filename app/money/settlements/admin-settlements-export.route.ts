import type { Route } from "./+types/admin-settlements-export.route";
import { adminContext } from "../../access/principal-context.ts";
import { lagosDay, lagosTime } from "../../domain/dates.ts";
import { nairaNumber } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { csvDownload, type Row } from "../../platform/http/csv-download.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { exportOwed } from "./export-settlements.server.ts";

const HEADER = ["Payee", "Kind", "Owed (naira)", "Owed since (Lagos)", "Account", "Payable (naira)"];

/** Exports the amount owed to each payee. Negative if the payee owes the company. */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { read } = await receiveOrThrow(exportOwed, context, context.get(adminContext), {});
  async function* rows(): AsyncGenerator<Row> {
    for (const { name, isStore, owedKobo, payableKobo, owedSince, account } of await read())
      yield [
        name,
        isStore ? "Store" : "Customer",
        nairaNumber(owedKobo),
        owedSince && lagosTime(owedSince),
        account,
        nairaNumber(payableKobo),
      ];
  }
  return csvDownload(`settlements-${lagosDay(services.now())}.csv`, HEADER, rows());
}
