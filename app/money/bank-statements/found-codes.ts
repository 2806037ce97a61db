/** BANK-2: finds tracking codes in the text of a bank's line, including misspelt codes. */
import type { LineCodes } from "../../domain/payment.ts";
import { invoiceNumbersIn } from "../../domain/business.ts";
import { codesWrittenIn } from "../../domain/codes-in-text.ts";
import { FIRST_LETTERS, type CodeLetters } from "../../domain/tracking-code.ts";

/** The largest number of codes that are looked up for one row. A person decides about a row with more codes. */
export const MOST_CODES_A_ROW = 20;
/**
 * Rows with more unclear codes than this are not searched for typing errors, because each unclear code needs a look-up
 * of about 190 similar codes.
 */
const MOST_UNCLEAR_A_ROW = 2;

const GAP = String.raw`[\s.\-_/]*`;
/** A code without its letters: eight or nine digits. */
const BARE = new RegExp(`(?<![0-9])[0-9](?:${GAP}[0-9]){7,8}(?![0-9])`, "g");

type Forms = { uneven: RegExp; codeOf: (digits: string) => string };
const forms = new Map<string, Forms>();

function formsOf({ codeBefore, codeAfter }: CodeLetters): Forms {
  const known = forms.get(codeBefore + codeAfter);
  if (known) return known;
  const spelt = (letters: string) => Array.from(letters, (one) => (one === "O" ? "[O0]" : one)).join(GAP);
  const [before, after] = [spelt(codeBefore), spelt(codeAfter)];
  const made: Forms = {
    uneven: new RegExp(
      `${before}${GAP}((?:[0-9OIL]${GAP}){7}|(?:[0-9OIL]${GAP}){10})(?:${after}|(?![0-9A-Z]))`,
      "g",
    ),
    codeOf: (digits) => codeBefore + digits + codeAfter,
  };
  forms.set(codeBefore + codeAfter, made);
  return made;
}

const digitsOf = (text: string) =>
  text
    .replace(/[^0-9OIL]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");

/** Finds the company's complete codes in a text, in order, with the shared code reader (TEXT-4). */
export function exactCodes(text: string, letters = FIRST_LETTERS): string[] {
  const ours = new RegExp(`^(?:${letters.codeBefore}\\d+${letters.codeAfter}|RX\\d+)$`);
  const found = codesWrittenIn(text, letters).flatMap(({ codes }) => codes);
  return [...new Set(found.filter((code) => ours.test(code)))];
}

/**
 * Finds codes without their letters. Such digits may also be a date or a bank's number, so a code counts only
 * if there is a booking with it (`knownCodes`).
 */
function bareCodes(text: string, letters = FIRST_LETTERS): string[] {
  const { codeOf } = formsOf(letters);
  const bare = [...text.toUpperCase().matchAll(BARE)].map(([digits]) => codeOf(digitsOf(digits)));
  return [...new Set(bare)];
}

/** Finds codes and invoice numbers (BUSINESS-8), up to `MOST_CODES_A_ROW`. `tooMany` is true if there are more. */
export function writtenCodes(text: string, letters = FIRST_LETTERS) {
  // The digits of an invoice number may look like a code without its letters.
  const { numbers, rest } = invoiceNumbersIn(text);
  const exact = [...numbers, ...exactCodes(rest, letters)];
  const tooMany = exact.length > MOST_CODES_A_ROW;
  const bare = tooMany ? [] : bareCodes(rest, letters).slice(0, MOST_CODES_A_ROW);
  return { exact: tooMany ? [] : exact, bare, tooMany, named: exact[0] ?? null };
}

/** Returns the codes that bookings have. Typing errors are considered only if there is no such code (`hasNoCode`). */
export function knownCodes(
  { exact, bare, tooMany, named }: ReturnType<typeof writtenCodes>,
  known: Pick<ReadonlySet<string>, "has">,
): LineCodes {
  const has = (code: string) => known.has(code);
  return { stated: exact.filter(has), bare: bare.filter(has), near: [], named, tooMany };
}

export const hasNoCode = ({ stated, bare, tooMany }: LineCodes) =>
  !tooMany && stated.length + bare.length === 0;

/**
 * Returns codes that differ from a code in the text by one typing error: two swapped digits, or one wrong, missing or
 * extra digit.
 */
export function nearCodes(text: string, letters = FIRST_LETTERS): string[] {
  const { uneven: form, codeOf } = formsOf(letters);
  const written = exactCodes(text, letters).map((code) => code.replace(/\D/g, ""));
  const uneven = [...text.toUpperCase().matchAll(form)].map((match) => digitsOf(match[1] ?? ""));
  const unclear = new Set([...written, ...uneven]);
  if (unclear.size > MOST_UNCLEAR_A_ROW) return [];
  return [...new Set([...unclear].flatMap(oneErrorAway))].map(codeOf);
}

const ALL_DIGITS = Array.from("0123456789");
const isLengthOfCode = (digits: string) => digits.length === 8 || digits.length === 9;

function oneErrorAway(digits: string): string[] {
  const places = Array.from(digits, (_, at) => at);
  const cut = (at: number, put: string, without: number) =>
    digits.slice(0, at) + put + digits.slice(at + without);
  const others = [
    ...places.slice(1).map((at) => cut(at - 1, digits.slice(at, at + 1) + digits.slice(at - 1, at), 2)),
    ...places.flatMap((at) => ALL_DIGITS.map((digit) => cut(at, digit, 1))),
    ...places.map((at) => cut(at, "", 1)),
    ...[...places, digits.length].flatMap((at) => ALL_DIGITS.map((digit) => cut(at, digit, 0))),
  ];
  return others.filter((other) => other !== digits && isLengthOfCode(other));
}
