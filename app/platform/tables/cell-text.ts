/** The text of a cell of a file. Every cell that a reader of tables returns has passed this function. Pure. */
import { plainText } from "../../text/plain-text.ts";

/** A cell as any other input, by the one place that turns input into text. Line breaks stay as `\n`. */
export const cellText: (cell: string) => string = plainText;
