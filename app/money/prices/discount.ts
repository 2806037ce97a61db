/** BUSINESS-4: the discount of a business, taken off a price. Pure. */
import { roundedUp, vatIn } from "../../domain/money.ts";
import type { PriceLine } from "../../domain/payment.ts";

type Price = { lines: PriceLine[]; totalKobo: number };
export type Agreement = { version: number; discountPerMille: number };

/** Totals are whole multiples of this, as those of the list are. */
const STEP_KOBO = 50_00;

/**
 * A price less the discount, in kobo. The new total is rounded up to ₦50, but never above the price; the VAT is the share of
 * the new total, and the discount is a line of its own without VAT.
 */
export function withDiscount<P extends Price>(price: P, { version, discountPerMille }: Agreement): P {
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

/** The VAT rate of a price, from its VAT and its total, in per mille. */
const vatPerMille = (vatKobo: number, totalKobo: number): number =>
  Math.round((1000 * vatKobo) / (totalKobo - vatKobo));
