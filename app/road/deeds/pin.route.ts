/**
 * PROOF-2: checks the PIN that a receiver gives at the door, while the rider is still there. Without a network, the PIN
 * is checked when the deed arrives.
 */
import { data } from "react-router";
import type { Route } from "./+types/pin.route";
import { shiftContext } from "../../access/phone-context.ts";

import { servicesContext } from "../../platform/context.ts";
import { plainInput } from "../../text/plain-input.ts";
import { pinSchema } from "./phone-request-schemas.ts";
import type { PinChecked } from "./phone-requests.ts";
import { checkPinOfRider } from "./check-pin.server.ts";

export function loader() {
  throw data("There is nothing to read here.", { status: 404 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { rider } = context.get(shiftContext);
  const sent = pinSchema.safeParse(plainInput(await request.json().catch(() => null)));
  if (!sent.success) throw data("Send a JSON object of the protocol.", { status: 400 });
  const checked = await checkPinOfRider(services, rider.id, sent.data);
  if (!checked) throw data("These parcels are on no run of this rider.", { status: 404 });
  return Response.json({
    serverTime: services.now().getTime(),
    answers: Object.fromEntries(checked.answers),
    triesLeft: checked.triesLeft,
  } satisfies PinChecked);
}
