import { DOTS } from "../../domain/web-address.ts";

const JOINTS = new RegExp(`([${DOTS}:])(?=\\S)`, "gu");

/** Adds an invisible zero-width space after each dot and colon, so that mail programs make no links from typed text. */
export function withoutLinks(words: string): string {
  return words.replace(JOINTS, "$1\u200b");
}
