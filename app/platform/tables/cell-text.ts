/** Converts a cell of a file to text. Every reader of tables passes its cells through this function. Pure. */
import { plainText } from "../../text/plain-text.ts";

/**
 * The formula with which spreadsheets mark a cell as text: `="0803"`. They also use an apostrophe as the mark: `'0803`.
 */
const AS_FORMULA = /^="([^"]*)"$/;
/** An apostrophe before a sign such as + or -, a number or a date. Any other apostrophe, as in '90s, stays. */
const APOSTROPHE =
  /^['\u2019]+(?=[-+=@(\u20A6]|\d[\d\s.,:/+()-]*$|\d{1,2}[-\s./][A-Za-z]{3,9}[-\s./,]+\d{2,4}\b)/;

/**
 * Returns a cell as plain input text, without the formula or apostrophe that marks the cell as text. Line breaks stay
 * as `\n`.
 */
export function cellText(cell: string): string {
  const text = plainText(cell);
  if (!/^[='\u2019]/.test(text)) return text;
  const inside = AS_FORMULA.exec(text)?.[1];
  return inside === undefined ? text.replace(APOSTROPHE, "") : cellText(inside);
}
