/** PROOF-6: returns a picture of a proof, to people who may see the proof. */
import type { Route } from "./+types/own-proof-picture.route";
import { sessionContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { ownCode } from "../bookings/who-opens-own-booking.server.ts";
import { byCode, pictureResponse } from "../proof/proof-of-parcel.server.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const code = await ownCode(services, request, context.get(sessionContext), params.booking);
  return pictureResponse(services, code ? byCode(code) : null, params.picture);
}
