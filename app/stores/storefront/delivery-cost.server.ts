/**
 * ORDER-9: says in words the lowest price of delivering an order. Products have no weight, so the price of one
 * kilogram by Standard is used.
 */
import { lagosDay } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { placeOf } from "../../domain/same-place.ts";
import { isState, STATES, stateLabel, type StateName } from "../../domain/states.ts";
import { currentPrices } from "../../money/prices/current-prices.server.ts";
import { gramsOf, quote } from "../../money/prices/quote.ts";
import type { Services } from "../../platform/services.server.ts";

const UNKNOWN = "The store tells you the price";

/**
 * Returns a text such as 'From ₦2,500 in Lagos, from ₦4,000 to other states', or the price for one state if that state
 * is known.
 */
export async function deliveryCost(
  services: Pick<Services, "db" | "live" | "now">,
  storeAddress: string,
  to?: string | null,
): Promise<string> {
  const prices = await currentPrices(services);
  const from = placeOf(storeAddress, "")?.state ?? "";
  if (!prices || !isState(from)) return UNKNOWN;
  const day = lagosDay(services.now());
  const least = (states: readonly StateName[]) =>
    states.reduce((best, state) => {
      const parcel = { from, to: state, grams: gramsOf(1), declaredKobo: 0, day } as const;
      const price = quote(prices.list, { ...parcel, packageType: "Parcel", service: "standard" });
      return price.ok ? Math.min(best, price.totalKobo) : best;
    }, Infinity);
  const parts = (
    to && isState(to)
      ? [[`to ${stateLabel(to)}`, least([to])] as const]
      : [
          [`in ${stateLabel(from)}`, least([from])] as const,
          ["to other states", least(STATES.filter((state) => state !== from))] as const,
        ]
  ).filter(([, kobo]) => kobo !== Infinity);
  if (parts.length === 0) return UNKNOWN;
  const text = parts.map(([where, kobo]) => `from ${formatNaira(kobo)} ${where}`).join(", ");
  return text.replace(/^f/, "F");
}
