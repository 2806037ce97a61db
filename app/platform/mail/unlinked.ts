import { DOTS } from "../../domain/web-address.ts";

const JOINTS = new RegExp(`([${DOTS}:])(?=\\S)`, "gu");

/**
 * Makes text that another person wrote safe for a mail: a zero-width space after each dot and colon, which is invisible and
 * prevents mail programs from making links.
 */
export function unlinked(words: string): string {
  return words.replace(JOINTS, "$1\u200b");
}
