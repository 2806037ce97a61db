/** ONLINE-7: the URL for paying online at the door. 404 for another rider's booking, or if nothing is due. */
import { data } from "react-router";
import type { Route } from "./+types/pay-at-door.route";
import { shiftContext } from "../../access/phone-context.ts";
import { payAtDoorOf } from "../../money/payments/pay-at-door.server.ts";
import { linkOf } from "../../parcels/receiver-link/receiver-link.server.ts";
import { drawQr } from "../../platform/barcodes.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { bookingsOfRider } from "./check-pin.server.ts";
import type { PayPage } from "./phone-requests.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { rider } = context.get(shiftContext);
  const asked = new URL(request.url).searchParams.get("booking") ?? "";
  const [booking] = isUuid(asked) ? await bookingsOfRider(services.db, rider.id, [asked]) : [];
  const found = booking ? await payAtDoorOf(services, booking) : null;
  if (!found?.pay) throw data("Nothing can be paid online for this parcel.", { status: 404 });
  const url = await linkOf(services, "payer", found.code);
  return Response.json({
    serverTime: services.now().getTime(),
    url,
    kobo: found.pay.leftKobo,
    qr: await drawQr(url),
  } satisfies PayPage);
}
