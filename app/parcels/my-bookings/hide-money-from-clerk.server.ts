/** BUSINESS-2: a clerk of a business sees no money on the page of a booking. */
import type { Session } from "../../access/principal-context.ts";
import { isClerk } from "../../money/businesses/on-account.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { readOwnBooking } from "../bookings/own-booking.server.ts";

/** The booking, without its money if it is on account and its sender is a clerk of the business (BUSINESS-2). */
export async function hideMoneyFromClerk(services: Services, session: Session, code: string) {
  const booking = await readOwnBooking(services, code);
  return booking?.onAccount && (await isClerk(services.db, session))
    ? { ...booking, priceKobo: null, paidKobo: 0 }
    : booking;
}
