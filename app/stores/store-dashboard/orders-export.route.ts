import type { Route } from "./+types/orders-export.route";
import { servicesContext } from "../../platform/context.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { lagosDay } from "../../domain/dates.ts";
import { storeOwnerContext } from "../../access/principal-context.ts";
import { exportOrders, ORDER_HEADER } from "./export-orders.server.ts";
import { readOrderFilter } from "./order-filter.ts";
import { requireStore } from "./store-context.ts";

/** Exports the orders that the list shows with this query as CSV. */
export function loader({ request, context }: Route.LoaderArgs) {
  const store = requireStore(context);
  const { db, now } = context.get(servicesContext);
  return csvDownload(
    `${store.slug}-orders-${lagosDay(now())}.csv`,
    ORDER_HEADER,
    exportOrders(db, context.get(storeOwnerContext), store.id, readOrderFilter(request)),
  );
}
