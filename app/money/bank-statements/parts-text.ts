/** Staff's text beside a row of a statement: the bookings that it pays, one per line, each with its amount. */
import { invoiceNumbersIn } from "../../domain/business.ts";
import { parseNaira, plainNaira } from "../../domain/money.ts";
import type { TransferPart } from "../../domain/payment.ts";
import { splitAtTrackingCodes, trackingCodesIn } from "../../domain/codes-in-text.ts";

const MOST = 50;

export const writeParts = (parts: readonly TransferPart[]): string =>
  parts.map(({ code, kobo }) => `${code} ${plainNaira(kobo)}`).join("\n");

/** The code at the beginning of a line, and the text behind it; null if the line does not begin with one code. */
function bookingPart(line: string) {
  const [before = "", written = "", amount = "", ...more] = splitAtTrackingCodes(line);
  const [code, ...others] = trackingCodesIn(written);
  return code === undefined || others.length > 0 || before !== "" || more.length > 0
    ? null
    : { code, amount };
}

/** The invoice's number at the beginning of a line, and the text behind it; null if there is none. */
function invoicePart(line: string) {
  const [written] = /^INV\S*/i.exec(line) ?? [];
  const [code] = written === undefined ? [] : invoiceNumbersIn(written).numbers;
  return code === undefined || written === undefined ? null : { code, amount: line.slice(written.length) };
}

/** Reads 'OD48210973NG 5,000' or 'INV-2026-0001 5,000' per line. If the only line has no amount, its booking gets all of `kobo`. */
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
