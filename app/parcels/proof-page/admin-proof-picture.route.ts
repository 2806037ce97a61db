/** PROOF-6: returns a picture of a proof, to staff who may read bookings. */
import type { Route } from "./+types/admin-proof-picture.route";
import { servicesContext } from "../../platform/context.ts";
import { byCode, pictureResponse } from "../proof/proof-of-parcel.server.ts";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  pictureResponse(context.get(servicesContext), byCode(params.code), params.picture);
