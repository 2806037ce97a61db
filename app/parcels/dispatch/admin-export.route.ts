import type { Route } from "./+types/admin-export.route";
import { activeHubs } from "../../places/hubs.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { lagosDay } from "../../domain/dates.ts";
import { CSV_COLUMNS, CSV_ROAD_COLUMNS } from "../bookings/booking-facts.ts";
import { parseFilters } from "./booking-filter.ts";
import { exportBookings } from "./export-bookings.server.ts";
import { adminContext } from "../../access/principal-context.ts";

/** Exports the bookings of a filter as CSV. All times are in Lagos time. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const filter = parseFilters(new URL(request.url).searchParams);
  const columns = [...CSV_COLUMNS, ...((await activeHubs(services)).length > 0 ? CSV_ROAD_COLUMNS : [])];
  const { read } = await receiveOrThrow(exportBookings, context, context.get(adminContext), filter);
  async function* cells() {
    for await (const row of read()) yield columns.map(([, cell]) => cell(row));
  }
  return csvDownload(
    `bookings-${lagosDay(services.now())}.csv`,
    columns.map(([title]) => title),
    cells(),
  );
}
