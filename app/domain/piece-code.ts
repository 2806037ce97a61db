/**
 * PIECE-2, PIECE-3: the code of one piece of a booking (`OD48210973NG-2`), and the code of a pre-printed
 * sticker (`PS-7K3M9QWXH`). A sticker names a piece once staff have linked the two. Pure.
 */
import { MAX_PIECES } from "./custody.ts";
import { codesWrittenIn, plainPasted } from "./codes-in-text.ts";
import { normaliseTrackingCode, readableTrackingCode } from "./tracking-code.ts";

/** A booking's code and a piece's number; `piece` is null for the whole booking. */
export type PieceCode = { code: string; piece: number | null };

/** A written code, its readings, and the text behind it up to the next code. */
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

/** The piece's number: signs or spaces, then digits. A letter means another text, such as a URL's rest. */
const NUMBER_AFTER = /^[^\p{L}\p{N}]*(\d+)/u;

/**
 * The booking and the piece that a text names, in any case, with spaces or dashes, or in a track page's URL.
 * Null if the text has no code, two different codes, or an impossible number of a piece.
 */
export function readPieceCode(text: string): PieceCode | null {
  const [first, ...more] = pieceReadings(text);
  return first && more.length === 0 ? first : null;
}

/**
 * Every reading of a text: one booking or piece, or two if the code has two readings (TEXT-4). Empty if the
 * text has no code, several codes, or an impossible number of a piece.
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

/** The booking's code if the whole text is a code, in any spelling. Null if a text only contains a code. */
export function wholeCode(text: string): string | null {
  const named = readPieceCode(text);
  const [first] = namedIn(text);
  if (!named || !first) return null;
  const end = named.piece === null ? "" : `0*${named.piece}`;
  const whole = normaliseTrackingCode(text);
  return new RegExp(`^${normaliseTrackingCode(first.text)}${end}$`).test(whole) ? named.code : null;
}

/** The bookings and pieces in a list, without repeats. A piece's number must follow directly after a dash. */
export function pieceCodesIn(text: string): PieceCode[] {
  const found = new Map<string, PieceCode>();
  for (const { codes, behind } of namedIn(text)) {
    const number = Number(/^-(\d{1,2})(?!\d)/.exec(behind)?.[1] ?? Number.NaN);
    const piece = number >= 1 && number <= MAX_PIECES ? number : null;
    for (const code of codes) found.set(`${code} ${piece}`, { code, piece });
  }
  return [...found.values()];
}

/** The code on a piece's label. A booking with one piece has only the booking's code. */
export const pieceCode = (code: string, piece: number, pieces: number): string =>
  pieces === 1 ? code : `${code}-${piece}`;

/** Writes a piece's code in groups, for reading aloud: OD 4821 0973 NG-2. */
export const readablePieceCode = (code: string, piece: number, pieces: number): string =>
  pieces === 1 ? readableTrackingCode(code) : `${readableTrackingCode(code)}-${piece}`;

/**
 * A sticker's characters, without 0, 1, I, L and O, which people confuse. There are 31 of them, a prime,
 * because checkCharacter calculates modulo this number.
 */
const STICKER_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const DRAWN = 8;
const STICKER = new RegExp(`^PS([${STICKER_LETTERS}]{${DRAWN + 1}})$`);

/** Draws the code of a blank sticker: random, so that nobody can guess it, with a check character. */
export function drawSticker(randomInt: (below: number) => number): string {
  const drawn = Array.from({ length: DRAWN }, () =>
    STICKER_LETTERS.charAt(randomInt(STICKER_LETTERS.length)),
  );
  return `PS-${drawn.join("")}${checkCharacter(drawn)}`;
}

/** The stored form of a sticker's code. Null for any other text, and for a mistyped code. */
export function readSticker(text: string): string | null {
  const found = STICKER.exec(normaliseTrackingCode(text))?.[1];
  if (found === undefined) return null;
  const letters = found.slice(0, DRAWN).split("");
  return checkCharacter(letters) === found.at(DRAWN) ? `PS-${found}` : null;
}

/** The stored code of a piece, a booking or a sticker in a scanned text. Null for any other text. */
export function scannedPieceCode(text: string): string | null {
  const sticker = readSticker(text);
  if (sticker) return sticker;
  const named = readPieceCode(text);
  if (!named) return null;
  return named.piece === null ? named.code : `${named.code}-${named.piece}`;
}

/** True for a text like a sticker's code, so that a mistyped code gets a message about stickers. */
export const looksLikeSticker = (text: string): boolean =>
  /^\s*ps[\s-]/i.test(text) || readSticker(text) !== null;

/**
 * The check character: a sum modulo 31 of each character times its position plus 1. The factors differ, and
 * 31 is a prime. A single wrong character or a swap of two characters therefore always changes the sum.
 */
function checkCharacter(letters: readonly string[]): string {
  const sum = letters.reduce((total, letter, n) => total + (n + 2) * STICKER_LETTERS.indexOf(letter), 0);
  return STICKER_LETTERS.charAt(sum % STICKER_LETTERS.length);
}
