/** TRACK-1, TRACK-2: a booking's tracking code: its pattern, how it is drawn, and how it is written. Pure. */

import { plainSigns } from "../text/plain-text.ts";

/** The pattern of a stored code, for regular expressions of both JavaScript and PostgreSQL. */
export const TRACKING_CODE_PATTERN = "[A-Z]{2}[0-9]{8,9}[A-Z]{2}|RX[0-9]{13,}";

const WHOLE = new RegExp(`^(?:${TRACKING_CODE_PATTERN})$`);

type RandomInt = (below: number) => number;

/**
 * From this many bookings on, new codes have nine digits. A tenth of all eight-digit codes is then in use: one drawn
 * code in ten would already be in use, and one guess in ten would find a booking.
 */
export const NINE_DIGITS_FROM = 10_000_000;

/** COMPANY-5: the company's letters before and after the digits. */
export type CodeLetters = { codeBefore: string; codeAfter: string };
export const FIRST_LETTERS: CodeLetters = { codeBefore: "OD", codeAfter: "NG" };

/**
 * Draws random digits between the company's letters, so that one code does not reveal another. Returns one code with
 * eight digits and one with nine. The number of bookings decides which of the two is used. Only the database knows
 * whether a code is free.
 */
export function drawTrackingCode(
  randomInt: RandomInt,
  { codeBefore, codeAfter }: CodeLetters,
): { eight: string; nine: string } {
  const digits = String(randomInt(1_000_000_000)).padStart(9, "0");
  return { eight: codeBefore + digits.slice(1) + codeAfter, nine: codeBefore + digits + codeAfter };
}

/** Returns the code that is used if no free code could be drawn: RX, the time in ms, and a random number. */
export function fallbackTrackingCode(now: Date, randomInt: RandomInt): string {
  return `RX${now.getTime() + randomInt(1000)}`;
}

export const isTrackingCode = (text: string): boolean => WHOLE.test(text);

/** TRACK-2: returns a code in its stored form. The given code may have any case, spaces and dashes. */
export function normaliseTrackingCode(rawValues: string): string {
  // Upper case must come first: it turns some letters into several characters, and the pattern removes the extra ones.
  return plainSigns(rawValues)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Writes a code in groups, for reading aloud: OD 4821 0973 NG, OD 482 109 735 NG. */
export function readableTrackingCode(code: string): string {
  const parts =
    /^([A-Z]{2})(\d{4})(\d{4})([A-Z]{2})$/.exec(code) ??
    /^([A-Z]{2})(\d{3})(\d{3})(\d{3})([A-Z]{2})$/.exec(code);
  return parts ? parts.slice(1).join(" ") : code;
}
