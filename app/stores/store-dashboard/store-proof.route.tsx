/** PROOF-6: the proof of an order's delivery, for its store. */
import { data, useLocation } from "react-router";
import type { Route } from "./+types/store-proof.route";
import { storeOwnerContext } from "../../access/principal-context.ts";
import { readProofOf } from "../../parcels/proof/proof-of-parcel.server.ts";
import { ProofPage } from "../../parcels/proof/proof-sheet.tsx";
import { servicesContext } from "../../platform/context.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { ofOwnOrder } from "./store-proof.server.ts";

export const meta: Route.MetaFunction = () => noindexMeta("Proof of delivery · Store dashboard");

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const which = ofOwnOrder(services.db, context.get(storeOwnerContext), params.code);
  const page = `/store/dashboard/proof/${params.code}`;
  const proof = await readProofOf(services, which, { page, forStaff: false });
  if (!proof) throw data("No order of this store has a booking with this code.", { status: 404 });
  return { proof };
}

export default function StoreProofPage({ loaderData: { proof } }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <ProofPage back={<TextLink to={`/store/dashboard/orders${search}`}>All orders</TextLink>} proof={proof} />
  );
}
