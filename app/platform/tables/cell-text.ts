/** The text of a cell of a file. Every cell that a reader of tables returns has passed this function. Pure. */
import { plainText } from "../../text/plain-text.ts";

/** How spreadsheets mark a cell that is text: `="0803"` as a formula, `'0803` with an apostrophe before a number or a sign. */
const AS_FORMULA = /^="([^"]*)"$/;
const APOSTROPHE = /^['\u2019]+(?=[-+=@(\u20A6\d])/;

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
