/** The text of a file's cell. Every reader of tables passes its cells through this function. Pure. */
import { plainText } from "../../text/plain-text.ts";

/** Spreadsheets mark a text cell as the formula `="0803"`, or with an apostrophe before a number or sign: `'0803`. */
const AS_FORMULA = /^="([^"]*)"$/;
/** An apostrophe before a sign, a number, or a day. Before a word, as in '90s, it is part of the word. */
const APOSTROPHE =
  /^['\u2019]+(?=[-+=@(\u20A6]|\d[\d\s.,:/+()-]*$|\d{1,2}[-\s./][A-Za-z]{3,9}[-\s./,]+\d{2,4}\b)/;

/** A cell as plain input text, without a spreadsheet's mark for text. Line breaks stay as `\n`. */
export function cellText(cell: string): string {
  const text = plainText(cell);
  if (!/^[='\u2019]/.test(text)) return text;
  const inside = AS_FORMULA.exec(text)?.[1];
  return inside === undefined ? text.replace(APOSTROPHE, "") : cellText(inside);
}
