/**
 * PIECE-2, PIECE-3: the code of one piece of a booking (`OD48210973NG-2`), and the code of a pre-printed sticker
 * (`PS-7K3M9QWXH`). A sticker stands for a piece once staff have linked the two. Pure.
 */
import { MAX_PIECES } from "./custody.ts";
import { codesWrittenIn, plainPasted } from "./codes-in-text.ts";
import { normaliseTrackingCode, readableTrackingCode } from "./tracking-code.ts";

/** A booking's code and a piece's number. `piece` is null if the whole booking is meant. */
export type PieceCode = { code: string; piece: number | null };

/** `codes`: what a written code may mean; `text`: the code as written; `behind`: the text up to the next code. */
type Named = { codes: string[]; text: string; behind: string };
function namedIn(text: string): Named[] {
  const plain = plainPasted(text);
  const written = codesWrittenIn(plain);
  return written.map(({ at, text: own, codes }, n) => ({
    codes,
    text: own,
    behind: plain.slice(at + own.length, written[n + 1]?.at),
  }));
}

/** Matches the piece's number: punctuation or spaces, then digits. A letter means other text, such as a URL's end. */
const NUMBER_AFTER = /^[^\p{L}\p{N}]*(\d+)/u;

/**
 * Returns the booking and the piece that a text names, in any case, with spaces or dashes, or in a track page's URL.
 * Null if the text has no code, two different codes, or a piece number that cannot exist.
 */
export function readPieceCode(text: string): PieceCode | null {
  const [first, ...more] = pieceReadings(text);
  return first && more.length === 0 ? first : null;
}

/**
 * Returns every reading of a text: one booking or piece, or two if the code has two readings (TEXT-4). Empty if the
 * text has no code, several codes, or a piece number that cannot exist.
 */
export function pieceReadings(text: string): PieceCode[] {
  const named = namedIn(text).map(({ codes, behind }) => ({
    codes,
    digits: NUMBER_AFTER.exec(behind)?.[1] ?? null,
  }));
  const [first] = named;
  const differs = ({ codes, digits }: (typeof named)[number]) =>
    codes.join() !== first?.codes.join() || digits !== first.digits;
  if (!first || named.some(differs)) return [];
  const piece = first.digits === null ? null : Number(first.digits);
  if (piece !== null && (piece < 1 || piece > MAX_PIECES)) return [];
  return first.codes.map((code) => ({ code, piece }));
}

/** Returns the booking's code if the whole text is a code, in any spelling. Null if there is text around the code. */
export function wholeCode(text: string): string | null {
  const named = readPieceCode(text);
  const [first] = namedIn(text);
  if (!named || !first) return null;
  const end = named.piece === null ? "" : `0*${named.piece}`;
  const whole = normaliseTrackingCode(text);
  return new RegExp(`^${normaliseTrackingCode(first.text)}${end}$`).test(whole) ? named.code : null;
}

/** Finds the bookings and pieces in a list, without repeats. A piece's number must directly follow a dash. */
export function pieceCodesIn(text: string): PieceCode[] {
  const found = new Map<string, PieceCode>();
  for (const { codes, behind } of namedIn(text)) {
    const number = Number(/^-(\d{1,2})(?!\d)/.exec(behind)?.[1] ?? Number.NaN);
    const piece = number >= 1 && number <= MAX_PIECES ? number : null;
    for (const code of codes) found.set(`${code} ${piece}`, { code, piece });
  }
  return [...found.values()];
}

/** Writes the code on a piece's label. If the booking has only one piece, this is the booking's code. */
export const pieceCode = (code: string, piece: number, pieces: number): string =>
  pieces === 1 ? code : `${code}-${piece}`;

/** Writes a piece's code in groups, for reading aloud: OD 4821 0973 NG-2. */
export const readablePieceCode = (code: string, piece: number, pieces: number): string =>
  pieces === 1 ? readableTrackingCode(code) : `${readableTrackingCode(code)}-${piece}`;

/**
 * The characters of a sticker, without 0, 1, I, L and O, which people confuse. The number of characters, 31, must be a
 * prime for `checkCharacter`.
 */
const STICKER_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const DRAWN = 8;
const STICKER = new RegExp(`^PS([${STICKER_LETTERS}]{${DRAWN + 1}})$`);

/** Draws the code of a blank sticker: random, so that nobody can guess it, and with a check character at the end. */
export function drawSticker(randomInt: (below: number) => number): string {
  const drawn = Array.from({ length: DRAWN }, () =>
    STICKER_LETTERS.charAt(randomInt(STICKER_LETTERS.length)),
  );
  return `PS-${drawn.join("")}${checkCharacter(drawn)}`;
}

/** Returns a sticker's code in its stored form. Null for any other text, and for a mistyped code. */
export function readSticker(text: string): string | null {
  const found = STICKER.exec(normaliseTrackingCode(text))?.[1];
  if (found === undefined) return null;
  const letters = found.slice(0, DRAWN).split("");
  return checkCharacter(letters) === found.at(DRAWN) ? `PS-${found}` : null;
}

/** Returns the stored code of the piece, booking or sticker in a scanned text. Null for any other text. */
export function scannedPieceCode(text: string): string | null {
  const sticker = readSticker(text);
  if (sticker) return sticker;
  const named = readPieceCode(text);
  if (!named) return null;
  return named.piece === null ? named.code : `${named.code}-${named.piece}`;
}

/** True for a text that looks like a sticker's code, so that a mistyped code gets a message about stickers. */
export const looksLikeSticker = (text: string): boolean =>
  /^\s*ps[\s-]/i.test(text) || readSticker(text) !== null;

/**
 * Returns the check character: the sum, modulo 31, of each character times its position plus 1. The factors differ,
 * and 31 is a prime. A single wrong character, or a swap of two characters, therefore always changes the sum.
 */
function checkCharacter(letters: readonly string[]): string {
  const sum = letters.reduce((total, letter, n) => total + (n + 2) * STICKER_LETTERS.indexOf(letter), 0);
  return STICKER_LETTERS.charAt(sum % STICKER_LETTERS.length);
}
