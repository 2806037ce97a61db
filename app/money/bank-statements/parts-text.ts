/** Reads the text that staff type beside a row: the bookings that the row pays, each on its own line with an amount. */
import { invoiceNumbersIn } from "../../domain/business.ts";
import { parseNaira, plainNaira } from "../../domain/money.ts";
import type { TransferPart } from "../../domain/payment.ts";
import { splitAtTrackingCodes, trackingCodesIn } from "../../domain/codes-in-text.ts";

const MOST = 50;

export const writeParts = (parts: readonly TransferPart[]): string =>
  parts.map(({ code, kobo }) => `${code} ${plainNaira(kobo)}`).join("\n");

/**
 * Returns the code at the start of a line and the text after the code. Null if the line does not start with one code.
 */
function bookingPart(line: string) {
  const [before = "", written = "", amount = "", ...more] = splitAtTrackingCodes(line);
  const [code, ...others] = trackingCodesIn(written);
  return code === undefined || others.length > 0 || before !== "" || more.length > 0
    ? null
    : { code, amount };
}

/** Returns the invoice number at the start of a line and the text after the number, or null. */
function invoicePart(line: string) {
  const [written] = /^INV\S*/i.exec(line) ?? [];
  const [code] = written === undefined ? [] : invoiceNumbersIn(written).numbers;
  return code === undefined || written === undefined ? null : { code, amount: line.slice(written.length) };
}

/**
 * Reads lines such as 'OD48210973NG 5,000' or 'INV-2026-0001 5,000'. A single line may lack the amount: then `kobo`
 * is used.
 */
export function readParts(
  text: string,
  kobo: number,
): { ok: true; parts: TransferPart[] } | { ok: false; error: string } {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length === 0) return { ok: false, error: "Write a tracking code and an amount" };
  if (lines.length > MOST) return { ok: false, error: `At most ${MOST} bookings per row` };
  const parts: TransferPart[] = [];
  for (const line of lines) {
    const read = invoicePart(line) ?? bookingPart(line);
    if (!read) return { ok: false, error: `'${line.slice(0, 40)}': write a tracking code, then its amount` };
    const { code } = read;
    const rest = read.amount.replace(/^[\s:=]+/, "");
    const money = rest === "" && lines.length === 1 ? { ok: true as const, kobo } : parseNaira(rest);
    if (!money.ok) return { ok: false, error: `${code}: enter an amount in naira, e.g. 12500` };
    if (money.kobo <= 0) return { ok: false, error: `${code}: enter an amount above ₦0` };
    parts.push({ code, kobo: money.kobo });
  }
  return { ok: true, parts };
}
