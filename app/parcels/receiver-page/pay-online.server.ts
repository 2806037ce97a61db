/** ONLINE-5: the data that the receiver's page and its button 'Pay now' need for an online payment. */
import { payAtDoorOf } from "../../money/payments/pay-at-door.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { linkOf, type OpenedLink } from "../receiver-link/receiver-link.server.ts";
import type { PayOnlineView } from "./pay-online.tsx";

/**
 * The online payment of a booking, as the receiver's page shows it. Null if nothing can be paid online and nothing was
 * paid.
 */
export async function readPayOnline(
  services: Services,
  { bookingId, kind }: OpenedLink,
  param: string,
): Promise<PayOnlineView | null> {
  const found = await payAtDoorOf(services, bookingId);
  return found && { ...found, mayPay: kind !== "staff", here: `/r/${param}` };
}

/**
 * Everything that `startDoorPayment` needs to know about the link. It is derived from the URL, so that no field of a
 * form can replace it. The provider learns neither the receiver's own URL nor any other that shows the PIN. A
 * link that staff opened cannot be used to pay.
 */
export async function payerOf(services: Services, link: OpenedLink | null) {
  if (!link || link.kind === "staff") return { payCode: "", cancelTo: "", returnTo: "" };
  const cancelTo = await linkOf(services, "payer", link.code);
  return { payCode: link.code, cancelTo, returnTo: `${cancelTo}/paid` };
}
