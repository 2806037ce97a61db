/** PRICE-13: the price of a return: a share of the delivery's price, including VAT. Pure, in whole kobo. */
import { formatNaira, roundedUp, vatIn } from "../../domain/money.ts";
import type { PriceLine } from "../../domain/payment.ts";
import type { PriceList } from "./price-list.ts";

const RETURN_LABEL = "Return to sender";

/** Returns a return's price in per mille of the delivery's price. 0 for older lists without this field. */
export const returnPerMilleOf = ({ returnPerMille }: Pick<PriceList, "returnPerMille">): number =>
  returnPerMille ?? 0;

/** Returns the price of a return, rounded up like totals (PRICE-11). 0 if a return is free. */
export function returnFee(
  list: Pick<PriceList, "returnPerMille" | "roundUpToKobo">,
  priceKobo: number,
): number {
  const share = Math.floor((priceKobo * returnPerMilleOf(list) + 500) / 1000);
  return roundedUp(share, list.roundUpToKobo ?? 0);
}

export const deliveryKobo = (lines: readonly PriceLine[]): number =>
  lines.filter(({ kind }) => kind !== "credit").reduce((sum, { kobo }) => sum + kobo, 0);

/**
 * Adds a line for the return. The VAT line grows by the return's VAT, so that the lines still add up to the total.
 * `vatPerMille` is the VAT of the day of booking.
 */
export function withReturn(lines: readonly PriceLine[], feeKobo: number, vatPerMille: number): PriceLine[] {
  const vat = vatIn(feeKobo, vatPerMille);
  const before = lines.findIndex(({ kind }) => kind === "vat");
  const fee: PriceLine = { kind: "return", label: RETURN_LABEL, kobo: feeKobo - vat };
  if (before < 0) {
    const own: PriceLine[] = vat > 0 ? [{ kind: "vat", label: `VAT ${vatPerMille / 10}%`, kobo: vat }] : [];
    return [...lines, fee, ...own];
  }
  return lines.flatMap((line, at) => (at === before ? [fee, { ...line, kobo: line.kobo + vat }] : [line]));
}

/** Writes, for example, 'If nobody takes it, the return costs ₦3,250'. Null if a return is free. */
export const ifItComesBack = (feeKobo: number): string | null =>
  feeKobo > 0 ? `If nobody takes it, the return costs ${formatNaira(feeKobo)}` : null;
