/** BANK-3: checks a person's decision about a line. Pure. */
import { isInvoiceNumber } from "../../domain/business.ts";
import { formatNaira } from "../../domain/money.ts";
import type { TransferPart } from "../../domain/payment.ts";

/**
 * Returns what is wrong with the payments that a person entered, or null. For an unreadable row `kobo` is null, and the
 * person also enters the amount.
 */
export function wrongParts(
  line: { kobo: number | null },
  parts: readonly TransferPart[],
  left: ReadonlyMap<string, number | null>,
): string | null {
  const wanted = new Map<string, number>();
  for (const { code, kobo } of parts) {
    if (!left.has(code))
      return isInvoiceNumber(code) ? `There is no invoice ${code}` : `No booking has the code ${code}`;
    const owed = left.get(code) ?? null;
    if (owed === null) return `${code} has no price yet`;
    if (kobo <= 0) return `${code}: enter an amount above ₦0`;
    wanted.set(code, (wanted.get(code) ?? 0) + kobo);
    // BUSINESS-8: a surplus over an invoice pays the next invoices, or becomes credit of the business.
    if ((wanted.get(code) ?? 0) > owed && !isInvoiceNumber(code))
      return owed > 0
        ? `${code}: this is more than is owed: ${formatNaira(owed)}`
        : `${code} is paid already`;
  }
  if (wanted.size < parts.length) return "A booking is listed twice: list it once, with the sum";
  const sum = parts.reduce((all, { kobo }) => all + kobo, 0);
  return line.kobo !== null && sum > line.kobo
    ? `Together ${formatNaira(sum)}: more than the ${formatNaira(line.kobo)} of this row`
    : null;
}
