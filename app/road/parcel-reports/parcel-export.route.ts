import { data } from "react-router";
import type { Route } from "./+types/parcel-export.route";
import { adminContext } from "../../access/principal-context.ts";
import { REFUSED_PERIOD } from "../../money/reports/period.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { exportParcels } from "./export-parcels.server.ts";
import { parcelHeader } from "./parcel-csv.server.ts";
import { readParcelParams } from "./parcel-report.ts";

/** REPORT-9: sends the page's report as a CSV file, with all lanes and runs. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const hasHubs = (await activeHubs(services)).length > 0;
  const params = new URL(request.url).searchParams;
  const { view, hub, period } = readParcelParams(params, services.now(), hasHubs);
  if (!period) throw data(REFUSED_PERIOD, { status: 400 });
  const asked = { view, hub, period };
  const { read } = await receiveOrThrow(exportParcels, context, context.get(adminContext), asked);
  return csvDownload(`parcels-${view}-${period.from}-${period.to}.csv`, parcelHeader(view), read());
}
