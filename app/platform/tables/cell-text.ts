/** The text of a cell of a file. Every cell that a reader of tables returns has passed this function. Pure. */
import { plainText } from "../../text/plain-text.ts";

/** How spreadsheets mark a cell that is text: `="0803"` as a formula, `'0803` with an apostrophe before a number or a sign. */
const AS_FORMULA = /^="([^"]*)"$/;
/** An apostrophe before a sign, a number, or a day. One before a word, as in '90s, is a part of it. */
const APOSTROPHE =
  /^['\u2019]+(?=[-+=@(\u20A6]|\d[\d\s.,:/+()-]*$|\d{1,2}[-\s./][A-Za-z]{3,9}[-\s./,]+\d{2,4}\b)/;

/**
 * A cell as any other input, by the one place that turns input into text, without the mark by which a spreadsheet keeps
 * numbers as text. Line breaks stay as `\n`.
 */
export function cellText(cell: string): string {
  const text = plainText(cell);
  if (!/^[='\u2019]/.test(text)) return text;
  const inside = AS_FORMULA.exec(text)?.[1];
  return inside === undefined ? text.replace(APOSTROPHE, "") : cellText(inside);
}
