/** A web page's table, which some banks offer as an Excel file (.xls). */
import { Parser } from "htmlparser2";

export const isWebPage = (text: string): boolean =>
  /^\s*</.test(text) && /<table[\s>]/i.test(text.slice(0, 500_000));

/**
 * The rows of the largest table of a web page. A cell that spans columns is followed by empty cells. A table inside a
 * cell is a table of its own, and its words are not repeated in that cell. Stops after `most` rows of all tables.
 */
export function readWebPage(text: string, most: number): string[][] {
  const tables: string[][][] = [];
  const open: string[][][] = [];
  let cell: string | null = null;
  let span = 1;
  let count = 0;
  const endCell = () => {
    const row = open.at(-1)?.at(-1);
    if (cell !== null && row) row.push(cell, ...Array<string>(span - 1).fill(""));
    cell = null;
  };
  const parser = new Parser(
    {
      onopentag(name, { colspan }) {
        if (name === "table") {
          endCell();
          open.push([]);
          tables.push(open.at(-1) ?? []);
        } else if (name === "tr") {
          endCell();
          if (count++ <= most) open.at(-1)?.push([]);
        } else if (name === "td" || name === "th") {
          endCell();
          if (open.at(-1)?.length === 0) open.at(-1)?.push([]);
          span = Math.min(40, Math.max(1, Math.trunc(Number(colspan)) || 1));
          cell = "";
        } else if (name === "br" && cell !== null) cell += " ";
      },
      ontext(words) {
        if (cell !== null) cell += words;
      },
      onclosetag(name) {
        if (name === "td" || name === "th" || name === "tr") endCell();
        else if (name === "table") {
          endCell();
          open.pop();
        }
      },
    },
    { decodeEntities: true },
  );
  parser.end(text);
  return tables.reduce((a, b) => (b.length > a.length ? b : a), [] as string[][]);
}
