/** PROOF-6: a picture of a delivery proof, for the store's own order. */
import type { Route } from "./+types/store-proof-picture.route";
import { storeOwnerContext } from "../../access/principal-context.ts";
import { pictureResponse } from "../../parcels/proof/proof-of-parcel.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { ofOwnOrder } from "./store-proof.server.ts";

export const loader = ({ params, context }: Route.LoaderArgs) => {
  const services = context.get(servicesContext);
  const which = ofOwnOrder(services.db, context.get(storeOwnerContext), params.code);
  return pictureResponse(services, which, params.picture);
};
