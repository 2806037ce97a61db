/**
 * TEXT-4: every module reads tracking codes with this file: in sentences, pasted links, bank narrations, messages and
 * scans. A code may contain spaces and dashes, may have letters in place of digits, and may lack the letters at one
 * end. Pure.
 */
import { plainSigns } from "../text/plain-text.ts";
import { FIRST_LETTERS, readableTrackingCode, type CodeLetters } from "./tracking-code.ts";

/** A code in a text: its position, its text, and the codes that it may mean (two if it has two readings). */
export type WrittenCode = { at: number; text: string; codes: string[] };

/** Matches the characters that may separate the parts of a code with letters at both ends. */
const GAP = String.raw`[^\p{L}\p{N}]*`;
/** Matches the characters that may separate the parts of a code that lacks the letters at one end. */
const NARROW = String.raw`[\s.\-_/]{0,3}`;
/** Matches a digit, or a letter that is read as 0 or 1. */
const DIGIT = "[0-9OoIiLl]";
/**
 * A letter is read as a digit only if a digit follows, so that a word after a code does not become part of the code.
 */
const SURE_DIGIT = `(?:[0-9]|[OoIiLl](?=${DIGIT}{0,8}[0-9]))`;
/** Matches codes with another company's letters. Inside a longer word, such letters and digits are not a code. */
const OTHER = [
  "[A-Z]{2}[ -]?(?:[0-9]{4}[ -]?[0-9]{4}|[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3})[ -]?[A-Z]{2}",
  "[a-z]{2}[0-9]{8,9}[a-z]{2}",
];

const reader = (letters: CodeLetters) => {
  const known = readers.get(letters.codeBefore + letters.codeAfter);
  if (known) return known;
  const spelt = (word: string) =>
    Array.from(word, (one) => `[${one}${one.toLowerCase()}${one === "O" ? "0" : ""}]`).join(GAP);
  const [before, after] = [spelt(letters.codeBefore), spelt(letters.codeAfter)];
  const made = new RegExp(
    [
      `(?<whole>${before}${GAP}(?:${DIGIT}${GAP}){8,9}${after})`,
      String.raw`(?<fallback>[Rr]${GAP}[Xx]${GAP}[0-9]{13,20}(?![0-9]))`,
      String.raw`(?<other>\b(?:${OTHER.join("|")})(?![a-z]|[A-Z](?![A-Z][0-9])))`,
      String.raw`(?<![\p{L}\p{N}])${before}${NARROW}(?<noAfter>${SURE_DIGIT}(?:${NARROW}${SURE_DIGIT}){7,8})(?![0-9])`,
      String.raw`(?<![\p{L}\p{N}])(?<noBefore>${SURE_DIGIT}(?:${NARROW}${SURE_DIGIT}){7,8})${NARROW}${after}(?!\p{L})`,
    ].join("|"),
    "gu",
  );
  readers.set(letters.codeBefore + letters.codeAfter, made);
  return made;
};
const readers = new Map<string, RegExp>();

const digitsOf = (text: string) =>
  text
    .replace(/[^0-9OoIiLl]/g, "")
    .replace(/[Oo]/g, "0")
    .replace(/[IiLl]/g, "1");
/**
 * True for a text with at least five digits. A text with fewer digits may be words: in 'OD OIL LOL', the letters O, I
 * and L are no digits.
 */
const isNumber = (text: string) => text.replace(/\D/g, "").length >= 5;
const joined = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Finds the codes in a text, in order. `letters`: the company's letters. */
export function codesWrittenIn(text: string, letters: CodeLetters = FIRST_LETTERS): WrittenCode[] {
  return [...text.matchAll(reader(letters))].flatMap((match) => {
    const codes = readings(match, letters);
    return codes.length > 0 ? [{ at: match.index, text: match[0], codes }] : [];
  });
}

function readings({ groups = {}, 0: text }: RegExpExecArray, letters: CodeLetters): string[] {
  const { codeBefore, codeAfter } = letters;
  const codeOf = (digits: string) => codeBefore + digits + codeAfter;
  const { whole, noAfter, noBefore } = groups;
  if (whole !== undefined) {
    const plain = joined(text);
    const digits = plain.slice(codeBefore.length, plain.length - codeAfter.length);
    return isNumber(digits) ? [codeOf(digitsOf(digits))] : [];
  }
  const cut = noAfter ?? noBefore;
  if (cut === undefined) return [joined(text)];
  if (!isNumber(cut)) return [];
  const digits = digitsOf(cut);
  // If a space or sign separates a ninth digit, the digit may belong to the code or to the text beside the code.
  const apart = noAfter === undefined ? /^.[\s.\-_/]/u : /[\s.\-_/].$/u;
  const shorter = noAfter === undefined ? digits.slice(1) : digits.slice(0, 8);
  return digits.length === 9 && apart.test(cut) ? [codeOf(digits), codeOf(shorter)] : [codeOf(digits)];
}

/** Returns a pasted text with plain characters. The encoded spaces and dashes of a link become spaces. */
export const plainPasted = (text: string) => plainSigns(text).replace(/%(?:20|2[Dd]|0[AaDd])/g, " ");

/** Returns all codes in a text in their stored form, without repeats. A code with two readings gives two codes. */
export const trackingCodesIn = (text: string): string[] => [
  ...new Set(codesWrittenIn(plainPasted(text)).flatMap(({ codes }) => codes)),
];

/** Reads the code in a scanned text. Null if the text has no code, or more than one. */
export function scannedTrackingCode(text: string): string | null {
  const [code, ...more] = trackingCodesIn(text);
  return code !== undefined && more.length === 0 ? code : null;
}

/** Returns the code in a typed text. Without a code, or with several, returns the letters and digits of the text. */
export const typedTrackingCode = (text: string): string =>
  scannedTrackingCode(text) ?? joined(plainSigns(text));

/** Splits a text at its codes. Every second part is a code, as written in the text. */
export function splitAtTrackingCodes(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { at, text: written } of codesWrittenIn(text)) {
    parts.push(text.slice(from, at), written);
    from = at + written.length;
  }
  return [...parts, text.slice(from)];
}

/**
 * TEXT-4: returns a question that asks which code is meant, if a text contains several codes. Null for any other text.
 */
export function whichCode(text: string): string | null {
  const codes = trackingCodesIn(text);
  if (codes.length < 2) return null;
  const named = codes.slice(0, 5).map(readableTrackingCode).join(" or ");
  return `This can be read as ${named}. Scan or type one of them.`;
}
