/** BOOK-29, BOOK-31: reads what the sender must know for the hand-over of a parcel. */
import { isOnAccount, type PaysDelivery } from "../../domain/pays-delivery.ts";
import { returnOfNew } from "../../money/prices/return-fee.server.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { dropOffOf } from "../bookings/hub-choices.server.ts";
import { doorOf } from "../../money/payments/door.server.ts";
import { paySetup } from "../../money/payments/pay-setup.server.ts";
import { NOTHING_AT_DOOR } from "../../domain/door-amount.ts";
import { payAtHandOverText, type HandOverTexts } from "./hand-over.ts";

/**
 * Reads the texts about the hand-over for the sender's receipt. Without an active hub, the sender cannot choose who
 * pays.
 */
export const handOverOf = async (
  services: Services,
  booking: { id: string; createdAt: Date; paysDelivery: PaysDelivery; dropOffHubId: string | null },
  priceKobo: number | null,
): Promise<HandOverTexts> => {
  const { id, paysDelivery, dropOffHubId } = booking;
  const [hubs, money] = [await activeHubs(services), await doorOf(services.db, { id })];
  const hours = hubs.find(({ id }) => id === dropOffHubId)?.hours ?? "";
  const paying = {
    paysDelivery: hubs.length > 0 || isOnAccount(paysDelivery) ? paysDelivery : null,
    paidKobo: money?.paidKobo ?? 0,
    door: money?.door ?? NOTHING_AT_DOOR,
    isBrought: dropOffHubId !== null,
    pay: await paySetup(services),
  };
  return {
    paid: payAtHandOverText(paying, priceKobo),
    dropOff: await dropOffOf(services.db, dropOffHubId),
    hours: hours.split("\n").filter(Boolean),
    back: await returnOfNew(services, booking),
  };
};
