/**
 * PIECE-2, PIECE-3: the code of one piece of a booking (`OD48210973NG-2`), and the code of a pre-printed sticker
 * (`PS-7K3M9QWXH`), which names a piece once staff put it onto one. Pure.
 */
import { MAX_PIECES } from "./custody.ts";
import { normaliseTrackingCode, readableTrackingCode, splitAtTrackingCodes } from "./tracking-code.ts";

/** `piece` is null where the text names the booking alone. */
export type PieceCode = { code: string; piece: number | null };

/** What follows the booking's code: signs or spaces, then digits. A letter first is other text, such as the rest of an address. */
const NUMBER_AFTER = /^[^\p{L}\p{N}]*(\d+)/u;

/**
 * The booking and the piece that a scan or a typed text names: in any case, with spaces or dashes, or in a track page's address.
 * Null where there is no code, where two different ones are named, and for a number that no piece has.
 */
export function readPieceCode(text: string): PieceCode | null {
  const parts = splitAtTrackingCodes(text);
  const named = parts
    .filter((_, n) => n % 2 === 1)
    .map((code, n) => ({
      code: normaliseTrackingCode(code),
      digits: NUMBER_AFTER.exec(parts[2 * n + 2] ?? "")?.[1] ?? null,
    }));
  const [first] = named;
  if (!first || named.some(({ code, digits }) => code !== first.code || digits !== first.digits)) return null;
  const piece = first.digits === null ? null : Number(first.digits);
  return piece !== null && (piece < 1 || piece > MAX_PIECES) ? null : { code: first.code, piece };
}

/**
 * The booking's code where the whole text is a code, of a booking or of a piece, in any spelling; null for any other text, such as one
 * that only holds a code.
 */
export function wholeCode(text: string): string | null {
  const named = readPieceCode(text);
  const end = named?.piece === null ? "" : `0*${named?.piece}`;
  return named && new RegExp(`^${named.code}${end}$`).test(normaliseTrackingCode(text)) ? named.code : null;
}

/** Bookings and pieces that a list of codes names, each once, in its order. A number counts where it directly follows a dash. */
export function pieceCodesIn(text: string): PieceCode[] {
  const parts = splitAtTrackingCodes(text);
  const found = new Map<string, PieceCode>();
  for (let n = 1; n < parts.length; n += 2) {
    const code = normaliseTrackingCode(parts[n]!);
    const number = Number(/^-(\d{1,2})(?!\d)/.exec(parts[n + 1] ?? "")?.[1] ?? Number.NaN);
    const piece = number >= 1 && number <= MAX_PIECES ? number : null;
    found.set(`${code} ${piece}`, { code, piece });
  }
  return [...found.values()];
}

/** The code on the label of a piece. Of a booking with one piece it is the booking's code. */
export const pieceCode = (code: string, piece: number, pieces: number): string =>
  pieces === 1 ? code : `${code}-${piece}`;

/** In groups that are easy to read aloud: OD 4821 0973 NG-2. */
export const readablePieceCode = (code: string, piece: number, pieces: number): string =>
  pieces === 1 ? readableTrackingCode(code) : `${readableTrackingCode(code)}-${piece}`;

/** No 0, 1, I, L, O, which people take for another. Their number is a prime: the check character then finds what it should. */
const STICKER_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const DRAWN = 8;
const STICKER = new RegExp(`^PS([${STICKER_LETTERS}]{${DRAWN + 1}})$`);

/** A blank sticker's code. It is drawn, so that nobody guesses one from another; the last character checks the others. */
export function drawSticker(randomInt: (below: number) => number): string {
  const drawn = Array.from({ length: DRAWN }, () =>
    STICKER_LETTERS.charAt(randomInt(STICKER_LETTERS.length)),
  );
  return `PS-${drawn.join("")}${checkCharacter(drawn)}`;
}

/** A sticker's code as it is stored. Null for any other text, and for a sticker that was typed wrongly. */
export function readSticker(text: string): string | null {
  const found = STICKER.exec(normaliseTrackingCode(text))?.[1];
  if (found === undefined) return null;
  const letters = found.slice(0, DRAWN).split("");
  return checkCharacter(letters) === found.at(DRAWN) ? `PS-${found}` : null;
}

/** The code of a piece, a booking or a sticker in what was scanned, as it is stored. Null for any other text. */
export function scannedPieceCode(text: string): string | null {
  const sticker = readSticker(text);
  if (sticker) return sticker;
  const named = readPieceCode(text);
  if (!named) return null;
  return named.piece === null ? named.code : `${named.code}-${named.piece}`;
}

/** Whether a text looks like a sticker's code, right or wrong, so that who typed it is told so. */
export const looksLikeSticker = (text: string): boolean =>
  /^\s*ps[\s-]/i.test(text) || readSticker(text) !== null;

/** Each place has its own weight below a prime, so that one wrong character, or two that changed places, are always found. */
function checkCharacter(letters: readonly string[]): string {
  const sum = letters.reduce((total, letter, n) => total + (n + 2) * STICKER_LETTERS.indexOf(letter), 0);
  return STICKER_LETTERS.charAt(sum % STICKER_LETTERS.length);
}
