/**
 * The text of an API key: `ona_live_` or `ona_test_`, and 40 characters. The last six characters are a checksum. With
 * the checksum, a secret scanner can recognise a key without a request to the company.
 */
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { KeyMode } from "../../domain/api-keys.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM = 34;
const CHECK = 6;
const KEY = /^ona_(live|test)_([0-9A-Za-z]{34})([0-9A-Za-z]{6})$/;
/**
 * A random byte of this value or more is drawn again. The remaining values are a multiple of the number of characters,
 * so each character is equally likely.
 */
const FAIR = 256 - (256 % DIGITS.length);

/** Draws a new key of a mode: 34 random characters (202 bits) and the checksum. */
export function drawApiKey(mode: KeyMode): string {
  let random = "";
  while (random.length < RANDOM)
    for (const byte of randomBytes(RANDOM))
      if (byte < FAIR && random.length < RANDOM) random += DIGITS[byte % DIGITS.length];
  const text = `ona_${mode}_${random}`;
  return text + checkSum(text);
}

/** Returns the mode of a key text. Null if the text cannot be an API key of this company. */
export function modeOfApiKey(text: string): KeyMode | null {
  const [, mode, , check] = KEY.exec(text) ?? [];
  return mode && checkSum(text.slice(0, -CHECK)) === check ? (mode as KeyMode) : null;
}

/** Returns the visible part of a key, by which the owner recognises the key. */
export const hintOfApiKey = (text: string): string => `${text.slice(0, 13)}…${text.slice(-4)}`;

/** Writes a text's CRC-32 in six characters, which is enough for 32 bits. */
function checkSum(text: string): string {
  let rest = crc32(text);
  let sum = "";
  for (let n = 0; n < CHECK; n++) {
    sum = DIGITS[rest % DIGITS.length] + sum;
    rest = Math.floor(rest / DIGITS.length);
  }
  return sum;
}
