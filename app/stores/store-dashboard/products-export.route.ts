import type { Route } from "./+types/products-export.route";
import { servicesContext } from "../../platform/context.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { lagosDay } from "../../domain/dates.ts";
import { exportProducts } from "./export-products.server.ts";
import { HEADER } from "./products.ts";
import { storeOwnerContext } from "../../access/principal-context.ts";
import { requireStore } from "./store-context.ts";

/** Exports all products of the store as a CSV file. */
export function loader({ context }: Route.LoaderArgs) {
  const store = requireStore(context);
  const services = context.get(servicesContext);
  const owner = context.get(storeOwnerContext);
  return csvDownload(
    `${store.slug}-products-${lagosDay(services.now())}.csv`,
    HEADER,
    exportProducts(services, owner, store.id),
  );
}
