/** PRICE-7: staff set the price of a booking that has none, or change it. */
import type { Admin } from "../domain/actor.ts";
import type { PriceLine } from "../domain/payment.ts";
import { refuse } from "../platform/http/result.ts";
import type { Services } from "../platform/services.server.ts";
import { changePrice, type PriceChanged } from "./change-price.server.ts";
import { currentPrices } from "./current-prices.server.ts";

/** What VAT is where no list says. */
const VAT_PER_MILLE = 75;

/** A price with its VAT in it, as lines. */
export function linesOf(totalKobo: number, perMille: number): PriceLine[] {
  const vat = Math.floor((totalKobo * perMille + (1000 + perMille) / 2) / (1000 + perMille));
  const lines: PriceLine[] = [
    { kind: "carriage", label: "Delivery, price set by us", kobo: totalKobo - vat },
  ];
  return vat > 0 ? [...lines, { kind: "vat", label: `VAT ${perMille / 10}%`, kobo: vat }] : lines;
}

/**
 * Sets the price of a booking in kobo, VAT included. Refuses roles that may not, a price of 0 or below what was paid, and a
 * price that somebody set since the page was loaded (`seen` is the id of the charge that the page showed, 0 for none).
 */
export async function setPrice(
  services: Services,
  admin: Admin,
  { code, kobo, note, seen }: { code: string; kobo: number; note: string; seen: number },
  key: string,
): Promise<PriceChanged> {
  if (kobo <= 0) return refuse("invalid", { price: "A price is above ₦0." });
  const current = await currentPrices(services, services.now());
  const lines = linesOf(kobo, current?.list.vat.perMille ?? VAT_PER_MILLE);
  return changePrice(services, admin, { code, seen, content: { code, kobo, note } }, key, async () => ({
    ok: true,
    charge: { kind: "set", priceListVersion: null, lines, totalKobo: kobo, note },
  }));
}
