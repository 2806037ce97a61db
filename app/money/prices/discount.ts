/** BUSINESS-4: prices a parcel by a business's own list, or by the company's list minus a discount. Pure. */
import { roundedUp, vatIn } from "../../domain/money.ts";
import type { PriceLine } from "../../domain/payment.ts";
import type { PriceList } from "./price-list.ts";
import { quote, type ParcelToQuote, type Quote } from "./quote.ts";

type Price = { lines: PriceLine[]; totalKobo: number };
/** `list` is the business's own list, or null for the company's list. */
export type Agreement = { version: number; discountPerMille: number; list: PriceList | null };

/** Returns the price by an agreement. The VAT of the company's list of the day always applies. */
export function agreedQuote(list: PriceList, agreement: Agreement | null, parcel: ParcelToQuote): Quote {
  if (agreement?.list) return quote({ ...agreement.list, vat: list.vat }, parcel);
  const listed = quote(list, parcel);
  return agreement && listed.ok ? withDiscount(listed, agreement) : listed;
}

/** Discounted totals are rounded up to a multiple of this amount, like the totals of new price lists. */
const STEP_KOBO = 50_00;

/**
 * Returns a price minus the discount, in kobo. The new total is rounded up to a multiple of ₦50, but never above the
 * price. The VAT is a share of the new total. The discount has its own line without VAT.
 */
function withDiscount<P extends Price>(
  price: P,
  { version, discountPerMille }: Pick<Agreement, "version" | "discountPerMille">,
): P {
  if (discountPerMille === 0) return price;
  const exact = Math.ceil((price.totalKobo * (1000 - discountPerMille)) / 1000);
  const totalKobo = Math.min(price.totalKobo, roundedUp(exact, STEP_KOBO));
  if (totalKobo === price.totalKobo) return price;
  const vat = price.lines.find(({ kind }) => kind === "vat");
  const perMille = vat ? vatPerMille(vat.kobo, price.totalKobo) : 0;
  const newVat = vatIn(totalKobo, perMille);
  const others = price.lines.filter(({ kind }) => kind !== "vat");
  const off = totalKobo - newVat - others.reduce((sum, { kobo }) => sum + kobo, 0);
  const discount: PriceLine = {
    kind: "discount",
    label: `Your prices, version ${version}: ${discountPerMille / 10}% off`,
    kobo: off,
  };
  return {
    ...price,
    lines: [...others, discount, ...(vat && newVat > 0 ? [{ ...vat, kobo: newVat }] : [])],
    totalKobo,
  };
}

/** Returns the VAT rate of a price in per mille. */
const vatPerMille = (vatKobo: number, totalKobo: number): number =>
  Math.round((1000 * vatKobo) / (totalKobo - vatKobo));
