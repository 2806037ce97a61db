/** PRICE-7: staff set or change the price of a booking. */
import { staff } from "../../access/by.server.ts";
import { vatIn } from "../../domain/money.ts";
import type { PriceLine } from "../../domain/payment.ts";
import { ofBooking } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { lockAccount, moneyTopics } from "./lock-account.server.ts";
import { changePrice } from "./change-price.server.ts";
import { chargeMeanwhile } from "./charge-meanwhile.server.ts";
import { currentPrices } from "./current-prices.server.ts";
import { priceForm } from "./price-forms.ts";

/** The VAT in per mille if there is no price list. */
const VAT_PER_MILLE = 75;

export function linesOf(totalKobo: number, perMille: number): PriceLine[] {
  const vat = vatIn(totalKobo, perMille);
  const lines: PriceLine[] = [
    { kind: "carriage", label: "Delivery, price set by us", kobo: totalKobo - vat },
  ];
  return vat > 0 ? [...lines, { kind: "vat", label: `VAT ${perMille / 10}%`, kobo: vat }] : lines;
}

/**
 * Sets a booking's price in kobo, including VAT. Refuses a price below the paid amount. If the booking got a price
 * after the page was shown, first asks for a confirmation.
 */
export const setPrice = operation({
  name: "prices.set",
  by: staff("setPrice"),
  act: "price_set",
  input: ofBooking(priceForm),
  prepare: async ({ services, at }) => ({ ok: true, prepared: await currentPrices(services, at) }),
  on: lockAccount,
  meanwhile: chargeMeanwhile,
  run: async (work, { price: totalKobo, note }, account) => {
    const lines = linesOf(totalKobo, work.prepared?.list.vat.perMille ?? VAT_PER_MILLE);
    const charge = { kind: "set" as const, priceListVersion: null, lines, totalKobo, note };
    return changePrice(work, { account, seen: account.chargeId ?? 0, charge });
  },
  publish: moneyTopics,
});
