import { data } from "react-router";
import type { Route } from "./+types/products-export.route";
import { servicesContext } from "../platform/context.ts";
import { csvHeaders } from "../platform/http/csv.ts";
import { lagosDay } from "../domain/dates.ts";
import { exportProducts } from "./export-products.server.ts";
import { storeOwnerContext } from "../auth/principal-context.ts";
import { storeContext } from "./store-context.ts";

/** All products of the store as a CSV file. */
export function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  if (!store) throw data("No Partner Account Found", { status: 404 });
  const services = context.get(servicesContext);
  const owner = context.get(storeOwnerContext);
  const parts = exportProducts(services, owner, store.id);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(body, {
    headers: csvHeaders(`${store.slug}-products-${lagosDay(services.now())}.csv`),
  });
}
