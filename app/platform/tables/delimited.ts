/**
 * Reads text with separators (CSV, tabs) as rows of cells. A row that cannot be trusted is a named fault: no row is
 * dropped, joined with another, or shifted silently. Pure. The time is linear in the text's length.
 */
import { cellText } from "./cell-text.ts";
import { headingAt } from "./heading.ts";
import { separatorOf, separatorsIn } from "./separator.ts";

export type FaultKind = "more_cells" | "open_quote" | "stray_quote" | "swallowed_rows";
/** `row` is the line in the file, from 1. `doubt`: the quotation mark of an earlier line reaches to this row. */
export type TableRow = { row: number; cells: string[]; doubt?: number };
/** A row that cannot be trusted. In `cells`, quotation marks are plain characters. */
type TableFault = TableRow & { kind: FaultKind };
export type Table = {
  /** The rows in the file's order, with the heading and without blank lines. */
  rows: TableRow[];
  faults: TableFault[];
  /**
   * The column names; empty for a file without rows. `line` is the heading's line in the file. A heading of two rows
   * has the lower line and joined names.
   */
  heading: { line: number; cells: string[] };
  separator: string;
};

/** A quoted cell's most characters and lines. A longer cell means that its quotation mark is never closed. */
const MAX_QUOTED = 10_000;
const MAX_QUOTED_LINES = 100;
/** The separator and the heading are searched in these lines. */
const FIRST_LINES = 200;

/** A quoted cell is joined again with `\n`. */
const linesOf = (text: string) => text.split(/\r\n|\n|\r/);

/**
 * Reads a text. The heading is the row at `headingLine`, or else the row that looks like a heading. Each line that is
 * neither blank nor inside an accepted cell becomes a row or a fault.
 */
export function readDelimited(text: string, headingLine?: number): Table {
  const lines = linesOf(text);
  const told = /^sep=(.)$/i.exec(lines[0] ?? "")?.[1];
  if (told) lines[0] = "";
  const some = lines.slice(0, FIRST_LINES);
  const usual = separatorOf(some, told);
  const { separator } = usual;
  // Until the heading is known, a row has as many cells as most lines.
  const first = readRows(some, separator, { width: usual.times + 1, line: Infinity }).rows;
  const chosen = first.findIndex(({ row }) => row === headingLine);
  const found = headingAt(
    first.map(({ cells }) => cells),
    chosen < 0 ? null : chosen,
  );
  const heading = { line: first[found.at]?.row ?? 0, cells: found.cells };
  const width = lastFilled(heading.cells) + 1;
  const { rows, faults } = readRows(lines, separator, { width, line: heading.line });
  return { rows, faults, separator, heading };
}

const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== "");
const isBlank = (cells: readonly string[]) => cells.every((cell) => cell === "");

type Heading = { width: number; line: number };

function readRows(lines: readonly string[], separator: string, heading: Heading) {
  const rows: TableRow[] = [];
  const faults: TableFault[] = [];
  const most = heading.width + emptyColumns(lines, separator, heading);
  /** A quotation mark opens at line `from` and seemed to reach to line `until`. */
  let doubt: { from: number; until: number } | null = null;
  for (let at = 0; at < lines.length;) {
    const row = at + 1;
    const read = readRecord(lines, at, separator);
    const plain = () => (lines[at] ?? "").split(separator).map(cellText);
    const kind = read.kind ?? (swallows(lines, at, read, separator, heading.width) ? "swallowed_rows" : null);
    if (kind) {
      faults.push({ row, kind, cells: plain() });
      if (kind === "swallowed_rows") doubt = { from: row, until: at + read.lines };
      at += 1;
      continue;
    }
    const cells = read.cells.map(cellText);
    const marked = doubt && row <= doubt.until ? { doubt: doubt.from } : {};
    if (!isBlank(cells)) {
      if (row > heading.line && cells.length > most)
        faults.push({ row, kind: "more_cells", cells, ...marked });
      else rows.push({ row, cells, ...marked });
    }
    at += read.lines;
  }
  return { rows, faults };
}

/**
 * The number of nameless columns at the right that are empty in nearly every row, because the bank ends each row with a
 * separator. A row with text in these columns has more cells than the heading.
 */
function emptyColumns(lines: readonly string[], separator: string, { width, line }: Heading): number {
  const surplus: number[] = [];
  let filled = 0;
  for (let at = line; at < lines.length;) {
    const read = readRecord(lines, at, separator);
    at += read.kind ? 1 : read.lines;
    const cells = read.cells.map(cellText);
    if (read.kind || isBlank(cells) || cells.length < width) continue;
    if (lastFilled(cells) >= width) filled++;
    else surplus.push(cells.length - width);
  }
  return surplus.length > 9 * filled && surplus.length > 0
    ? surplus.reduce((a, b) => Math.min(a, b), Infinity)
    : 0;
}

type Read = { cells: string[]; lines: number; kind: FaultKind | null; quoted: string[] };

/** The record at a line: its cells, its number of lines, and its quoted cells with line breaks. */
function readRecord(lines: readonly string[], start: number, separator: string): Read {
  const cells: string[] = [];
  const quoted: string[] = [];
  let at = start;
  let text = lines[at] ?? "";
  for (let from = 0; ;) {
    // A spreadsheet's `="0803"` is a quoted cell, too.
    const open = /^[^\S\t]*=?"/.exec(text.slice(from, from + 20));
    if (!open || separator === '"') {
      const end = text.indexOf(separator, from);
      cells.push(text.slice(from, end < 0 ? undefined : end));
      if (end < 0) return { cells, lines: at - start + 1, kind: null, quoted };
      from = end + separator.length;
      continue;
    }
    let cell = "";
    let place = from + open[0].length;
    for (;;) {
      const mark = text.indexOf('"', place);
      if (mark < 0) {
        cell += `${text.slice(place)}\n`;
        at += 1;
        if (at >= lines.length || at - start > MAX_QUOTED_LINES || cell.length > MAX_QUOTED)
          return { cells, lines: 1, kind: "open_quote", quoted };
        text = lines[at] ?? "";
        place = 0;
      } else if (text[mark + 1] === '"') {
        cell += text.slice(place, mark + 1);
        place = mark + 2;
      } else {
        cell += text.slice(place, mark);
        place = mark + 1;
        break;
      }
    }
    const rest = /^[^\S\t]*/.exec(text.slice(place, place + 20))?.[0].length ?? 0;
    const end = place + rest;
    if (end < text.length && !text.startsWith(separator, end))
      return { cells, lines: 1, kind: "stray_quote", quoted };
    cells.push(cell);
    if (cell.includes("\n")) quoted.push(cell);
    if (end >= text.length) return { cells, lines: at - start + 1, kind: null, quoted };
    from = end + separator.length;
  }
}

/**
 * True if a quoted cell with line breaks may have swallowed rows: a line inside has as many separators as the heading,
 * or every line of the record is a whole row (the next row's mark closes the cell).
 */
function swallows(
  lines: readonly string[],
  at: number,
  { quoted, lines: count }: Read,
  separator: string,
  width: number,
): boolean {
  if (quoted.length === 0 || width < 2) return false;
  const whole = (line: string) => separatorsIn(line, separator) >= width - 1;
  if (quoted.some((cell) => cell.split("\n").some(whole))) return true;
  const own = lines.slice(at, at + count);
  return own.every((line) => whole(line) && hasValue(line, separator));
}

/** True if a cell is an amount or a number, as in a table's row and unlike a line of words. */
function hasValue(line: string, separator: string): boolean {
  const cells = line.split(separator).map((cell) => cellText(cell.replaceAll('"', "")));
  // At most 60 characters: a longer cell is no amount.
  return cells.some(
    (cell) => cell.length <= 60 && /^[-+(=]?\s*(?:₦|NGN|N)?\s*\d[\d,. ]*\)?(?:\s*(?:CR|DR))?$/i.test(cell),
  );
}
