/** A statement as CSV, for the payee's own books. */
import { lagosTime } from "../../domain/dates.ts";
import { nairaNumber } from "../../domain/money.ts";
import { csvDownload, type Row } from "../../platform/http/csv-download.ts";
import { entryText, netCollectedOf } from "./statement-text.ts";
import type { Statement } from "./statement.server.ts";

/** The largest number of exported entries. No week has this many entries, so the export is complete. */
export const EVERY_ENTRY = 1_000_000;

const HEADER = [
  "When (Lagos)",
  "What",
  "Booking Code",
  "Amount (naira)",
  "COD fee (naira)",
  "Net (naira)",
  "Reference",
];

/** Writes the amount owed before, a line per entry, and the amount owed after. Without a statement, only a header. */
export function statementCsv(week: string, statement: Statement | null): Response {
  async function* rows(): AsyncGenerator<Row> {
    if (!statement) return;
    const { openingKobo, closingKobo, entries } = statement;
    yield [null, "Opening balance", null, null, null, nairaNumber(openingKobo), null];
    for (const entry of entries)
      yield [
        lagosTime(entry.at),
        entryText(entry),
        entry.code,
        nairaNumber(entry.grossKobo),
        nairaNumber(entry.codFeeKobo),
        nairaNumber(netCollectedOf(entry)),
        entry.reference,
      ];
    yield [null, "Closing balance", null, null, null, nairaNumber(closingKobo), null];
  }
  return csvDownload(`statement-${week}.csv`, HEADER, rows());
}
