/** CASH-6: exports the cash entries of some days for accountants. A log row names the reader. */
import { and, asc, eq, gt, gte, lt } from "drizzle-orm";
import * as z from "zod";
import { staffExport } from "../../access/staff-export.server.ts";
import { CASH_KIND_NAMES } from "../../domain/cash.ts";
import { addDays, lagosTime, parseLagosDay } from "../../domain/dates.ts";
import { nairaNumber } from "../../domain/money.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, cashEntries, hubs, riders, runs } from "../../platform/db/schema.ts";
import type { Row } from "../../platform/http/csv-download.ts";

const ROWS_AT_ONCE = 1000;

export const CASH_HEADER: Row = [
  "Time (Lagos)",
  "Rider",
  "Hub",
  "Kind",
  "Amount (naira)",
  "Run",
  "Booking Code",
  "When it happened (Lagos)",
  "Reason",
  "Reference",
  "Bank's day",
  "Approved by",
  "Recorded by",
];

const dayOrNull = z
  .string()
  .nullable()
  .default(null)
  .transform((day) => (day && parseLagosDay(day) ? day : null));
/** The first and last Lagos day. Null means no limit. */
const period = z.object({ from: dayOrNull, to: dayOrNull });

export const exportCash = staffExport({
  name: "cash.export",
  by: "approveCash",
  input: period,
  logged: ({ from, to }) => ({
    description: `Exported cash ${from ?? "from the start"} to ${to ?? "now"}`,
    entityType: "cash",
  }),
  read: ({ db }, days) => everyRow(db, days),
});

/** Yields the entries of the days, oldest first. `Rider` is empty for a hub's entry, `Hub` for a rider's entry. */
async function* everyRow(db: Db, { from, to }: z.output<typeof period>): AsyncGenerator<Row> {
  const start = from ? parseLagosDay(from) : null;
  const end = to ? parseLagosDay(to) : null;
  for (let after = 0; ;) {
    const rows = await db
      .select({
        entry: cashEntries,
        rider: riders.name,
        hub: hubs.name,
        run: runs.name,
        code: bookings.trackingCode,
      })
      .from(cashEntries)
      .leftJoin(riders, and(eq(cashEntries.holderKind, "rider"), eq(riders.id, cashEntries.holderId)))
      .leftJoin(hubs, and(eq(cashEntries.holderKind, "hub"), eq(hubs.id, cashEntries.holderId)))
      .leftJoin(runs, eq(runs.id, cashEntries.runId))
      .leftJoin(bookings, eq(bookings.id, cashEntries.bookingId))
      .where(
        and(
          gt(cashEntries.id, after),
          start ? gte(cashEntries.receivedAt, start) : undefined,
          end ? lt(cashEntries.receivedAt, addDays(end, 1)) : undefined,
        ),
      )
      .orderBy(asc(cashEntries.id))
      .limit(ROWS_AT_ONCE);
    for (const { entry, rider, hub, run, code } of rows)
      yield [
        lagosTime(entry.receivedAt),
        rider,
        hub,
        CASH_KIND_NAMES[entry.kind],
        nairaNumber(entry.kobo),
        run,
        code,
        lagosTime(entry.occurredAt),
        entry.reason,
        entry.reference,
        entry.bankDay,
        entry.approvedByName,
        entry.byName,
      ];
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1)!.entry.id;
  }
}
