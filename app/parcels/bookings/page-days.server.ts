/** BOOK-4: the days that the booking form shows before the parcel is known. */
import type { RouterContextProvider } from "react-router";
import { nextTurn, pickupDaysOf } from "../../domain/places-days.ts";
import { daysOfServices } from "../../money/prices/quotes.server.ts";
import { pageForAllContext, servicesContext } from "../../platform/context.ts";
import type { PageDays } from "./use-typed-parcel.ts";

/** Reads the days. The shared cache may keep the page only until the days change. */
export async function pageDays(context: Readonly<RouterContextProvider>): Promise<PageDays> {
  const services = context.get(servicesContext);
  const at = services.now();
  const rules = await services.daysRules(at);
  const until = nextTurn(rules, at).getTime();
  const forAll = context.get(pageForAllContext);
  if (forAll) forAll.until = until;
  return {
    first: daysOfServices(rules, at),
    pickups: pickupDaysOf(rules, at, { service: "standard", from: null, to: null }).join(" "),
    until,
  };
}
