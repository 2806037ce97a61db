/** HOME-4: three lanes with their prices. The home page draws these lanes until a visitor chooses a state. */
import type { StateName } from "../../domain/states.ts";
import { quoteServices } from "../../money/prices/quotes.server.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Services } from "../../platform/services.server.ts";

/** `price` is the lowest price, in naira, of a parcel of 1 kg. */
export type PricedLane = { from: StateName; to: StateName; price: string };

const FROM: StateName = "Lagos";
const TO: readonly StateName[] = ["FCT", "Kano", "Rivers"];

/** Returns the three lanes. Empty without a price list. A lane without a service or a price is left out. */
export async function threeLanes(services: Services): Promise<PricedLane[]> {
  const { unserved } = await services.company();
  const lanes = await Promise.all(
    TO.filter((to) => ![FROM, to].some((state) => unserved.includes(state))).map(async (to) => {
      const parcel = { from: FROM, to, grams: 1000, packageType: "Parcel" as const, declaredKobo: 0 };
      const quotes = await quoteServices(services, parcel);
      const prices = (quotes?.services ?? []).flatMap(({ quote }) => (quote.ok ? [quote.totalKobo] : []));
      return prices.length > 0 ? [{ from: FROM, to, price: formatNaira(Math.min(...prices)) }] : [];
    }),
  );
  return lanes.flat();
}
