/** BUSINESS-2: a clerk of a business sees no money on the page of a booking. */
import type { Session } from "../../access/principal-context.ts";
import { isClerk } from "../../money/businesses/on-account.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { readOwnBooking } from "../bookings/own-booking.server.ts";

/**
 * Returns the booking. If it is on a business's account and the person is a clerk, the money is left out
 * (BUSINESS-2).
 */
export async function hideMoneyFromClerk(services: Services, session: Session, code: string) {
  const booking = await readOwnBooking(services, code);
  return booking?.onAccount && (await isClerk(services.db, session))
    ? { ...booking, priceKobo: null, paidKobo: 0 }
    : booking;
}
