/** REPORT-9: exports the parcel reports. */
import * as z from "zod";
import { staffExport } from "../../access/staff-export.server.ts";
import { dayText } from "../../domain/dates.ts";
import { periodBefore, type Period } from "../../money/reports/period.ts";
import type { Db } from "../../platform/db/client.server.ts";
import type { Row } from "../../platform/http/csv-download.ts";
import { FIRST_PAGE, type PageParams } from "../../platform/http/keyset.ts";
import { deniedCells, hubCells, parcelLineCells, riderCells, runCells } from "./parcel-csv.server.ts";
import { readDenied, readRiderLines } from "./deed-lines.server.ts";
import { readHubNames, readPlaceLines, readRunCursor, readRunLines } from "./parcel-report.server.ts";
import { PARCEL_VIEW_LABELS, type ParcelView } from "./parcel-report.ts";

/** The number of runs that the export reads in one query. */
const PART = 500;

type Asked = { view: ParcelView; hub: string | null; period: Period };

/** Exports all lines of a report. */
export const exportParcels = staffExport({
  name: "reports.export_parcels",
  input: z.custom<Asked>(),
  logged: ({ view, period: { from, to } }) => ({
    description: `Exported the report of ${view === "denied" ? "" : "parcels "}${PARCEL_VIEW_LABELS[view].toLowerCase()}, ${dayText(from)} to ${dayText(to)}`,
    entityType: "report",
  }),
  read: ({ db }, asked) => parcelRows(db, asked),
});

async function* parcelRows(db: Db, { view, hub, period }: Asked): AsyncGenerator<Row> {
  if (view === "lane" || view === "week") {
    for (const line of (await readPlaceLines(db, view, period, periodBefore(period))).now)
      yield parcelLineCells(line);
    return;
  }
  if (view === "rider") {
    for (const line of await readRiderLines(db, period)) yield riderCells(line);
    return;
  }
  if (view === "denied") {
    for (const line of (await readDenied(db, period, null)).lines) yield deniedCells(line);
    return;
  }
  const names = await readHubNames(db);
  if (view === "hub") {
    for (const line of (await readPlaceLines(db, view, period, periodBefore(period))).now)
      yield hubCells(line, names);
    return;
  }
  let page: PageParams<string> | null = FIRST_PAGE;
  while (page) {
    const { rows, next }: Awaited<ReturnType<typeof readRunLines>> = await readRunLines(
      db,
      { period, hub },
      page,
      PART,
    );
    for (const run of rows) yield runCells(run, names);
    page = next === null ? null : { cursor: readRunCursor(next), direction: "next" };
  }
}
