/** REPORT-4: exports of the reports. */
import * as z from "zod";
import { staffExport } from "../../access/staff-export.server.ts";
import { dayText } from "../../domain/dates.ts";
import type { Db } from "../../platform/db/client.server.ts";
import type { Row } from "../../platform/http/csv-download.ts";
import { everyEntry } from "./export-money.server.ts";
import { VIEW_LABELS, type Period, type View } from "./period.ts";
import { reportLineCells, methodCells, payeeCells } from "./report-csv.server.ts";
import { readRemittance } from "./remittance.server.ts";
import { readMethods, readReport } from "./reports.server.ts";

const logged = (what: string, { from, to }: Period) => ({
  description: `Exported ${what}, ${dayText(from)} to ${dayText(to)}`,
  entityType: "report",
});

export const exportReport = staffExport({
  name: "reports.export",
  input: z.custom<{ view: View; period: Period }>(),
  logged: ({ view, period }) => logged(`the report ${VIEW_LABELS[view].toLowerCase()}`, period),
  read: ({ db }, { view, period }) => reportRows(db, view, period),
});

async function* reportRows(db: Db, view: View, period: Period): AsyncGenerator<Row> {
  if (view === "payee") for (const line of await readRemittance(db, period)) yield payeeCells(line);
  else if (view === "method") for (const line of await readMethods(db, period)) yield methodCells(line);
  else for (const line of await readReport(db, view, period)) yield reportLineCells(line);
}

/** Exports the ledger rows of a period, oldest first. Their sums equal the report's sums. */
export const exportMoney = staffExport({
  name: "reports.export_entries",
  input: z.custom<Period>(),
  logged: (period) => logged("each price and payment", period),
  read: everyEntry,
});
