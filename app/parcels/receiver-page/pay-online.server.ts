/** ONLINE-5: who pays by the receiver's page, and the way back from the provider. */
import { payAtDoorOf } from "../../money/payments/pay-at-door.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { linkOf, type OpenedLink } from "../receiver-link/receiver-link.server.ts";
import type { PayOnlineView } from "./pay-online.tsx";

/** Null where nothing is or was paid online. */
export async function readPayOnline(
  services: Services,
  { bookingId, kind }: OpenedLink,
  param: string,
): Promise<PayOnlineView | null> {
  const found = await payAtDoorOf(services, bookingId);
  return found && { ...found, mayPay: kind !== "staff", here: `/r/${param}` };
}

/**
 * What `startDoorPayment` needs, whole for every address, so that no field of a form takes its place. The provider is told neither the
 * receiver's own address nor where the PIN stands. Staff's link pays for nothing.
 */
export async function payerOf(services: Services, link: OpenedLink | null) {
  if (!link || link.kind === "staff") return { payCode: "", cancelTo: "", returnTo: "" };
  const cancelTo = await linkOf(services, "payer", link.code);
  return { payCode: link.code, cancelTo, returnTo: `${cancelTo}/paid` };
}
