/** BOOK-4: the days that the booking form shows before the typed parcel is known. */
import { nextTurn, pickupDaysOf } from "../../domain/places-days.ts";
import { daysOfServices } from "../../money/prices/quotes.server.ts";
import { daysRules } from "../../places/days-rules.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { PageDays } from "./use-typed-parcel.ts";

export async function pageDays(services: Services): Promise<PageDays> {
  const at = services.now();
  const rules = await daysRules(services, at);
  return {
    first: daysOfServices(rules, at),
    pickups: pickupDaysOf(rules, at, { service: "standard", from: null, to: null }),
    until: nextTurn(rules, at).getTime(),
  };
}
