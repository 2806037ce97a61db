/** PRICE-13: the price of a return: a share of the delivery's price, including VAT. Pure, in whole kobo. */
import { formatNaira, roundedUp, vatIn } from "../../domain/money.ts";
import type { PriceLine } from "../../domain/payment.ts";
import type { PriceList } from "./price-list.ts";

const RETURN_LABEL = "Return to sender";

/** The price of a return in per mille of the delivery's price; 0 for older lists, which lack this field. */
export const returnPerMilleOf = ({ returnPerMille }: Pick<PriceList, "returnPerMille">): number =>
  returnPerMille ?? 0;

/**
 * The price of a return, for a delivery of this price. It is rounded up as totals are (PRICE-11); 0 if a return is
 * free.
 */
export function returnFee(
  list: Pick<PriceList, "returnPerMille" | "roundUpToKobo">,
  priceKobo: number,
): number {
  const share = Math.floor((priceKobo * returnPerMilleOf(list) + 500) / 1000);
  return roundedUp(share, list.roundUpToKobo ?? 0);
}

/** The price of the delivery without credit and without a return. */
export const deliveryKobo = (lines: readonly PriceLine[]): number =>
  lines.filter(({ kind }) => kind !== "credit").reduce((sum, { kobo }) => sum + kobo, 0);

/**
 * The lines of a price with one more line for the return. The VAT of the return is added to the VAT line, so that the
 * lines still add up to the total. `vatPerMille`: the VAT of the day of booking.
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

/** The text about the price of a return: 'If nobody takes it, the return costs ₦3,250'; null if a return costs nothing. */
export const ifItComesBack = (feeKobo: number): string | null =>
  feeKobo > 0 ? `If nobody takes it, the return costs ${formatNaira(feeKobo)}` : null;
