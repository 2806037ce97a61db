/** ONLINE-5: reads the data for an online payment on the receiver's page. */
import { payAtDoorOf } from "../../money/payments/pay-at-door.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { linkOf, type OpenedLink } from "../receiver-link/receiver-link.server.ts";
import type { PayOnlineView } from "./pay-online.tsx";

/** Reads the online payment of a booking. Null if nothing was paid online and no online payment is possible. */
export async function readPayOnline(
  services: Services,
  { bookingId, kind }: OpenedLink,
  param: string,
): Promise<PayOnlineView | null> {
  const found = await payAtDoorOf(services, bookingId);
  return found && { ...found, mayPay: kind !== "staff", here: `/r/${param}` };
}

/**
 * Derives the payment's data from the URL, so that no form field can change them. The provider gets the link for
 * payers, which does not show the PIN. Nobody can pay through the link for staff.
 */
export async function payerOf(services: Services, link: OpenedLink | null) {
  if (!link || link.kind === "staff") return { payCode: "", cancelTo: "", returnTo: "" };
  const cancelTo = await linkOf(services, "payer", link.code);
  return { payCode: link.code, cancelTo, returnTo: `${cancelTo}/paid` };
}
