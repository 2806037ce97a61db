/** Reads the table of a web page. Some banks offer such a page as an Excel file (.xls). */
import { Parser } from "htmlparser2";

export const isWebPage = (text: string): boolean =>
  /^\s*</.test(text) && /<table[\s>]/i.test(text.slice(0, 500_000));

/**
 * Returns the rows of a web page's largest table. A cell that spans columns is followed by empty cells, and a cell that
 * spans rows has empty cells below. A table inside a cell is a separate table, whose words the outer cell does not
 * repeat. Reading stops after `most` rows of all tables together.
 */
export function readWebPage(text: string, most: number): string[][] {
  /** The tables that are open at the current place. `spanning`: for each column, how many more rows its cell spans. */
  const open: { rows: string[][]; spanning: number[] }[] = [];
  const tables: string[][][] = [];
  let cell: string | null = null;
  let span = { columns: 1, rows: 1 };
  let count = 0;
  /** Adds an empty cell for each cell from above that spans this row, up to the next free column. */
  const passSpanning = (row: string[], spanning: number[]) => {
    for (let left = spanning[row.length] ?? 0; left > 0; left = spanning[row.length] ?? 0) {
      spanning[row.length] = left - 1;
      row.push("");
    }
  };
  const endCell = () => {
    const table = open.at(-1);
    const row = table?.rows.at(-1);
    if (cell !== null && row) {
      passSpanning(row, table?.spanning ?? []);
      for (let column = 0; column < span.columns; column++) {
        if (table) table.spanning[row.length] = span.rows - 1;
        row.push(column === 0 ? cell : "");
      }
    }
    cell = null;
  };
  const endRow = () => {
    endCell();
    const table = open.at(-1);
    const row = table?.rows.at(-1);
    if (table && row) passSpanning(row, table.spanning);
  };
  const parser = new Parser(
    {
      onopentag(name, { colspan, rowspan }) {
        if (name === "table") {
          endCell();
          open.push({ rows: [], spanning: [] });
          tables.push(open.at(-1)?.rows ?? []);
        } else if (name === "tr") {
          endRow();
          if (count++ <= most) open.at(-1)?.rows.push([]);
        } else if (name === "td" || name === "th") {
          endCell();
          if (open.at(-1)?.rows.length === 0) open.at(-1)?.rows.push([]);
          span = { columns: spanOf(colspan, 40), rows: spanOf(rowspan, most) };
          cell = "";
        } else if (name === "br" && cell !== null) cell += " ";
      },
      ontext(words) {
        if (cell !== null) cell += words;
      },
      onclosetag(name) {
        if (name === "td" || name === "th" || name === "tr") endCell();
        else if (name === "table") {
          endRow();
          open.pop();
        }
      },
    },
    { decodeEntities: true },
  );
  parser.end(text);
  return tables.reduce((a, b) => (b.length > a.length ? b : a), [] as string[][]);
}

const spanOf = (attribute: string | undefined, most: number) =>
  Math.min(most, Math.max(1, Math.trunc(Number(attribute)) || 1));
