/** BUSINESS-9: the statement of a business's account as a CSV file, oldest entry first. */
import type { Route } from "./+types/business-statement-csv.route";
import { memberContext } from "../../access/principal-context.ts";
import { lagosDay } from "../../domain/dates.ts";
import { nairaNumber } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { readAccountStatement } from "./statement.server.ts";

const MOST = 50_000;

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const entries = await readAccountStatement(db, context.get(memberContext).business.id, MOST);
  async function* rows() {
    for (const { at, text, kobo, balanceKobo } of entries.toReversed())
      yield [lagosDay(at), text, nairaNumber(kobo), nairaNumber(balanceKobo)];
  }
  return csvDownload("statement.csv", ["Day", "What", "Amount (₦)", "Balance (₦)"], rows());
}
