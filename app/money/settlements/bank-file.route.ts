/** SETTLE-8: the file for the bank, with one transfer per row. */
import type { Route } from "./+types/bank-file.route";
import { adminContext } from "../../access/principal-context.ts";
import { nairaNumber } from "../../domain/money.ts";
import { csvDownload, type Row } from "../../platform/http/csv-download.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { takeBankFile } from "./bank-file.server.ts";

const HEADER = ["Account number", "Account name", "Bank", "Bank code", "Amount (naira)", "Reference"];

export async function loader({ params: { batch }, context }: Route.LoaderArgs) {
  const { rows } = await receiveOrThrow(takeBankFile, context, context.get(adminContext), { batch });
  async function* lines(): AsyncGenerator<Row> {
    for (const { accountNumber, accountName, bank, bankCode, kobo, reference } of rows)
      yield await Promise.resolve([accountNumber, accountName, bank, bankCode, nairaNumber(kobo), reference]);
  }
  return csvDownload(`payouts-${batch}.csv`, HEADER, lines());
}
