/** WAYBILL-2: a store owner prints the waybills of the store's orders. */
import { data, useLocation } from "react-router";
import type { Route } from "./+types/store-waybills.route";
import { storeOwnerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { storeContext } from "./store-context.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { readStoreWaybills } from "../../parcels/waybills/read-waybills.server.ts";
import { WaybillSheet } from "../../parcels/waybills/waybill-sheet.tsx";
import { askedCodes, waybillPaperOf } from "../../parcels/waybills/waybill.ts";
import { TextLink } from "../../ui/text-link.tsx";

export const meta: Route.MetaFunction = () => noindexMeta("Waybills · Store dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  if (!store) return null;
  const params = new URL(request.url).searchParams;
  const codes = askedCodes(params);
  const services = context.get(servicesContext);
  const waybills = await readStoreWaybills(services, context.get(storeOwnerContext), store.id, codes);
  if (codes.length > 0 && waybills.length === 0)
    throw data("No order of this store has a booking with this code.", { status: 404 });
  return { waybills, paper: waybillPaperOf(params), slug: store.slug };
}

export default function StoreWaybillsPage({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation();
  if (!loaderData) return null;
  const { waybills, paper, slug } = loaderData;
  const orders = `/store/dashboard/orders${new URLSearchParams(search).has("store") ? `?store=${slug}` : ""}`;
  return (
    <>
      <div className="print:hidden">
        <p>
          <TextLink to={orders}>All orders</TextLink>
        </p>
        <PageHead title="Waybills" />
      </div>
      <div className="mt-4 print:mt-0">
        {waybills.length > 0 ? (
          <WaybillSheet waybills={waybills} paper={paper} />
        ) : (
          <EmptyState
            title="No waybill selected."
            text="Open an order whose delivery is booked and press Print waybill."
          />
        )}
      </div>
    </>
  );
}
