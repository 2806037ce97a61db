import { plainSigns } from "../text/plain-text.ts";

/** Money is stored as a whole number of kobo. People type and read naira. */
export type ParsedMoney = { ok: true; kobo: number } | { ok: false; error: string };

const MAX_KOBO = 100_000_000_000; // one billion naira

/**
 * Reads naira ('12500', '12,500.50', '₦1 200') and returns kobo. At most two decimals are allowed. Refuses a single
 * comma before one or two digits, because it may separate thousands or decimals.
 */
export function parseNaira(rawValues: string): ParsedMoney {
  const text = plainSigns(rawValues).replace(/^(₦|NGN|N)\s*/i, "");
  const parts = /^(\d{1,3}(?:[, ]\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!parts) return { ok: false, error: "Enter a price in naira, e.g. 12500 or 12500.50" };
  const kobo = Number(parts[1]!.replace(/[, ]/g, "")) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
  if (kobo > MAX_KOBO) return { ok: false, error: "Enter at most ₦1,000,000,000" };
  return { ok: true, kobo };
}

/** Reads naira as `parseNaira` does, but an empty text is 0. */
export function parseOptionalNaira(rawValues: string): ParsedMoney {
  return plainSigns(rawValues) === "" ? { ok: true, kobo: 0 } : parseNaira(rawValues);
}

/** Writes '₦12,500' for whole naira, otherwise '₦12,500.50'. */
export function formatNaira(kobo: number): string {
  const naira = Math.trunc(Math.abs(kobo) / 100)
    .toString()
    // The time of this pattern grows with the square of the length, but a number has at most 17 characters.
    .replace(/\B(?=(\d{3})+$)/g, ",");
  const rest = Math.abs(kobo) % 100;
  return `${kobo < 0 ? "−" : ""}₦${naira}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** Returns the VAT included in an amount, in kobo, rounded half up, as the database's `vat_in_handling` rounds. */
export function vatIn(kobo: number, perMille: number): number {
  return Math.floor((2 * kobo * perMille + 1000 + perMille) / (2 * (1000 + perMille)));
}

/** Rounds kobo up to a multiple of `step` kobo; a step of 0 changes nothing. */
export function roundedUp(kobo: number, step: number): number {
  return step > 0 ? Math.ceil(kobo / step) * step : kobo;
}

/** Writes an amount that is given in hundredths of any currency: '₦12,500' or 'USD 120.50'. */
export function formatAmount(amount: number, currency: string): string {
  return currency === "NGN" ? formatNaira(amount) : `${currency} ${(amount / 100).toFixed(2)}`;
}

/** Writes kobo for forms and CSV: '1250' or '1250.50'. */
export function plainNaira(kobo: number): string {
  return kobo % 100 === 0 ? String(kobo / 100) : (kobo / 100).toFixed(2);
}

/**
 * Returns naira as a number for a CSV cell. A text cell that begins with a minus would get an apostrophe (STAFF-14).
 */
export const nairaNumber = (kobo: number): number => kobo / 100;
