/**
 * TRACK-9: the sender of a pending parcel sees a receipt: the signed-in sender, or the browser in which a guest
 * booked.
 */
import { asAdmin } from "../../access/actors.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { FIRST_STATUS } from "../../domain/delivery-status.ts";
import type { Services } from "../../platform/services.server.ts";
import { sentFromHere } from "../bookings/sender-browser.server.ts";
import type { TrackingView } from "./tracking-view.ts";

/**
 * `own`: the parcel belongs to the signed-in customer. `sends`: the reader is the sender. `seesReceipt`: the reader
 * is the sender and the parcel is pending.
 */
export async function whoSeesReceipt(
  services: Services,
  request: Request,
  session: Session,
  { trackingCode, status, fullDetails }: Pick<TrackingView, "trackingCode" | "status" | "fullDetails">,
): Promise<{ own: boolean; sends: boolean; seesReceipt: boolean }> {
  // Staff get `fullDetails` of every parcel, a customer only of their own parcels. `own` is true only for the customer.
  const own = fullDetails !== null && asAdmin(session) === null;
  const sends = own || (await sentFromHere(services, request, session, trackingCode)) !== null;
  return { own, sends, seesReceipt: status === FIRST_STATUS && sends };
}
