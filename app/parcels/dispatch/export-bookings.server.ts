import * as z from "zod";
import { staffExport } from "../../access/staff-export.server.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import type { Services } from "../../platform/services.server.ts";
import { bookingFilterParams, type ParsedFilters } from "./booking-filter.ts";
import { exportStep } from "./list-bookings.server.ts";

type Row = Awaited<ReturnType<typeof exportStep>>[number];

/** Exports the bookings of a filter in the order of the list. The activity log omits the search text. */
export const exportBookings = staffExport({
  name: "bookings.export",
  input: z.custom<ParsedFilters>(),
  logged: (filter) => {
    // A search text often contains a name, and the log is never erased.
    const params = new URLSearchParams(bookingFilterParams({ ...filter, search: "" })).toString();
    const asked = [params, filter.search && "a search"].filter(Boolean).join(" and ");
    const description = asked ? `Exported bookings with ${asked}` : "Exported all bookings";
    return { description, entityType: "booking" };
  },
  read: rowsOf,
});

async function* rowsOf(services: Services, filter: ParsedFilters): AsyncGenerator<Row> {
  const at = services.now();
  const step = (last?: Row): Promise<Row[]> => {
    const rows = exportStep(
      services.db,
      { ...filter, lateBefore: filter.late ? startOfLagosDay(at) : null },
      last ? { at: filter.late ? last.promisedDay : last.createdAt, id: last.id } : null,
    ).execute();
    // If the download is cancelled, nothing awaits the next batch, and an error in reading that batch must not end the
    // process.
    rows.catch(() => {});
    return rows;
  };
  // The next batch is read from the database while the current batch is written.
  for (let rows = await step(), last = rows.at(-1); last; last = rows.at(-1)) {
    const next = step(last);
    yield* rows;
    rows = await next;
  }
}
