import { DOTS } from "../../domain/web-address.ts";

const JOINTS = new RegExp(`([${DOTS}:])(?=\\S)`, "gu");

/**
 * Words that somebody else than the company wrote, as a mail may carry them: a zero-width space after each dot and colon,
 * which nobody sees and no mail program makes a link of.
 */
export function unlinked(words: string): string {
  return words.replace(JOINTS, "$1\u200b");
}
