/** BOOK-4, BOOK-32: the promised days of a new booking, and the pickup day that the sender chose. */
import type { DeliveryDays } from "../../domain/delivery-days.ts";
import { daysOf, pickupDaysOf } from "../../domain/places-days.ts";
import { isHalfOver } from "../../domain/pickup-halves.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Services } from "../../platform/services.server.ts";
import type { NewBooking } from "./booking-form-schema.ts";
import { refuse } from "./messages.ts";

/**
 * BOOK-4, BOOK-32: returns the days of a booking. Refuses (field errors) a chosen day without pickups, and a chosen
 * morning that is over.
 */
export async function daysOfBooking(
  services: Services,
  { deliveryType: service, origin: from, destination: to, dropOffHub, pickupDay, pickupHalf }: NewBooking,
  at: Date,
): Promise<DeliveryDays | Refusal> {
  const rules = await services.daysRules(at);
  const journey = { service, from, to, dropOffHubId: dropOffHub || null };
  if (dropOffHub) return daysOf(rules, at, journey);
  const choices = pickupDay ? pickupDaysOf(rules, at, journey) : [];
  if (pickupDay && !choices.includes(pickupDay))
    return refuse("invalid", "no_pickup", { day: pickupDay, first: choices[0]!, last: choices.at(-1)! });
  const days = daysOf(rules, at, { ...journey, chosen: pickupDay || null });
  return isHalfOver(days.pickupDay, pickupHalf, at)
    ? refuse("invalid", "half_over", { day: days.pickupDay })
    : days;
}
