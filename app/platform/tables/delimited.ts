/**
 * TABLE-2: reads text with separators (CSV, tabs) as rows of cells. A row that cannot be trusted is reported with the
 * kind of its fault: no row is silently dropped, joined with another or shifted. Pure. The time is linear in the text's
 * length.
 */
import { cellText } from "./cell-text.ts";
import { headingAt } from "./heading.ts";
import { separatorOf, separatorsIn } from "./separator.ts";

export type FaultKind = "more_cells" | "open_quote" | "stray_quote" | "swallowed_rows";
/**
 * `row` is the line in the file, from 1. `record` counts as a spreadsheet does: a cell with line breaks is in one row.
 * `doubt` is an earlier line whose quotation mark seems to reach this row.
 */
export type TableRow = { row: number; record: number; cells: string[]; doubt?: number };
/** A row that cannot be trusted. Its `cells` contain quotation marks as plain characters. */
type TableFault = TableRow & { kind: FaultKind };
export type Table = {
  /** The rows in the order of the file, including the heading (the row with the column names), without blank lines. */
  rows: TableRow[];
  faults: TableFault[];
  /**
   * The column names; empty for a file without rows. `line` is the heading's line in the file. If the heading takes two
   * rows, `line` is the second row and each name joins the two cells.
   */
  heading: { line: number; cells: string[] };
  separator: string;
};

/** The most characters and lines of a quoted cell. If a cell is longer, its quotation mark was never closed. */
const MAX_QUOTED = 10_000;
const MAX_QUOTED_LINES = 100;
/** The number of lines in which the separator and the heading are searched. */
const FIRST_LINES = 200;

/** Splits a text into lines. A quoted cell with several lines is joined again with `\n`. */
const linesOf = (text: string) => text.split(/\r\n|\n|\r/);

/**
 * Reads a text. The heading is the row at `headingLine`, or else the row that looks like a heading. Blank lines are
 * dropped, and lines that continue a quoted cell belong to its row. Every other line becomes a row or a fault.
 */
export function readDelimited(text: string, headingLine?: number): Table {
  const lines = linesOf(text);
  const told = /^sep=(.)$/i.exec(lines[0] ?? "")?.[1];
  if (told) lines[0] = "";
  const some = lines.slice(0, FIRST_LINES);
  const usual = separatorOf(some, told);
  const { separator } = usual;
  // Before the heading is known, a row is expected to have as many cells as most lines have.
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
  /** A quotation mark that opens at line `from`, and that seemed to be closed at line `until`. */
  let doubt: { from: number; until: number } | null = null;
  let record = 0;
  for (let at = 0; at < lines.length;) {
    const row = at + 1;
    record += 1;
    const read = readRecord(lines, at, separator);
    const plain = () => (lines[at] ?? "").split(separator).map(cellText);
    const kind = read.kind ?? (swallows(lines, at, read, separator, heading.width) ? "swallowed_rows" : null);
    if (kind) {
      faults.push({ row, record, kind, cells: plain() });
      if (kind === "swallowed_rows") doubt = { from: row, until: at + read.lines };
      at += 1;
      continue;
    }
    const cells = read.cells.map(cellText);
    const marked = doubt && row <= doubt.until ? { doubt: doubt.from } : {};
    if (!isBlank(cells)) {
      if (row > heading.line && cells.length > most)
        faults.push({ row, record, kind: "more_cells", cells, ...marked });
      else rows.push({ row, record, cells, ...marked });
    }
    at += read.lines;
  }
  return { rows, faults };
}

/**
 * Counts the columns to the right of the heading's last column, if they are empty in nearly every row. Such columns
 * exist if the bank ends each row with a separator. A row with these columns does not count as a row with too many
 * cells.
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

/** Reads the record at a line: its cells, its number of lines, and the quoted cells with line breaks. */
function readRecord(lines: readonly string[], start: number, separator: string): Read {
  const cells: string[] = [];
  const quoted: string[] = [];
  let at = start;
  let text = lines[at] ?? "";
  for (let from = 0; ;) {
    // A cell written as `="0803"`, as spreadsheets do, is a quoted cell, too.
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
 * True if a quoted cell with line breaks may have swallowed rows. Either a line inside the cell has as many separators
 * as the heading. Or every line of the record is a whole row, because the quotation mark of the next row closed the
 * cell.
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

/**
 * True if any cell of the line is an amount or a number. A row of a table usually has an amount or a number; a line of
 * words has neither.
 */
function hasValue(line: string, separator: string): boolean {
  const cells = line.split(separator).map((cell) => cellText(cell.replaceAll('"', "")));
  // Only cells of at most 60 characters are tested, because a longer cell is no amount.
  return cells.some(
    (cell) => cell.length <= 60 && /^[-+(=]?\s*(?:₦|NGN|N)?\s*\d[\d,. ]*\)?(?:\s*(?:CR|DR))?$/i.test(cell),
  );
}
