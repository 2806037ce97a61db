/**
 * BANK-1: a bank statement as rows of cells: the meaning of its columns, and its payments. Every bank has its own format.
 */
import { parseNaira } from "../../domain/money.ts";
import { normaliseReference, type StatementColumns } from "../../domain/payment.ts";
import { parseBankDay } from "./bank-day.ts";

export type Cells = readonly string[];
/** A payment to the company: the row of the file, counted from 1, the Lagos day, kobo, and the bank's text about it. */
export type StatementLine = { row: number; on: string; kobo: number; reference: string; text: string };
/** The texts of a line that may contain a tracking code. */
export const textOf = ({ reference, text }: StatementLine) => `${text} | ${reference}`;
/** A cell that cannot be read. The row with this cell is not recorded. */
export type BrokenCell = { row: number; column: string; problem: string };
export type ReadLines = { lines: StatementLine[]; broken: BrokenCell[]; others: number };

export const MAX_HEADER_ROW = 40;
/** The possible names of the column with incoming money, such as 'CR AMOUNT'. A column 'CR/DR' does not match. */
const MONEY_IN = /credit|deposit|lodge?ment|money in|paid in|inflow|^\s*cr\.?(\s+amount)?\s*$/i;
const AMOUNT = /amount/i;
const TOTAL = /\b(total|balance|brought forward|carried forward)\b/i;
const MAX_TEXT = 300;
/**
 * The words in a column such as 'CR/DR', which says if the amount is money in or out. Rows with other words are left to
 * a person, because their first letter may mislead: 'DEPOSIT' is money in.
 */
const WAY = /^(C|CR|CREDIT|D|DR|DEBIT)\b/;

/** The position of the row with the names of the columns, counted from 0; -1 if there is none. */
export const headerOf = (rows: readonly Cells[]): number =>
  rows
    .slice(0, MAX_HEADER_ROW)
    .findIndex(
      (cells) =>
        cells.some((cell) => /date/i.test(cell)) &&
        cells.some((cell) => MONEY_IN.test(cell) || AMOUNT.test(cell)),
    );

/** The key by which statements of one bank's format are recognised: the names of their columns. */
export const shapeOf = (header: Cells): string =>
  header.map((cell) => cell.replace(/\s+/g, " ").trim().toLowerCase()).join("|");

/** The columns as their names suggest; -1 for a required column that is not found. A person confirms the guess. */
export function guessColumns(header: Cells): StatementColumns {
  const find = (...patterns: RegExp[]) =>
    patterns
      .map((pattern) => header.findIndex((cell) => pattern.test(cell.slice(0, 500))))
      .find((at) => at >= 0) ?? -1;
  const orNone = (at: number) => (at < 0 ? null : at);
  const amount = find(MONEY_IN, AMOUNT);
  const one = !MONEY_IN.test(header[amount] ?? "");
  return {
    // The heading's cells are short: at most 500 characters are looked at.
    date: find(/(trans|post|book).*date/i, /^date/i, /date/i),
    amount,
    details: find(/narration|remark/i, /description|details|particulars/i),
    reference: orNone(find(/ref/i)),
    direction: one ? orNone(find(/^(dr|cr|d|c)\s*\/\s*(dr|cr|d|c)$/i, /^(type|direction)$/i)) : null,
    dayFirst: true,
  };
}

/**
 * The payments below the header. Money out, empty rows, totals and a repeated header are skipped; `others` counts the
 * rows of money out. `broken` has the cell of each row whose day or amount is unreadable. `from` and `to` select a part
 * of the file.
 */
export function readLines(
  rows: readonly Cells[],
  { header, columns, decimalComma }: { header: number; columns: StatementColumns; decimalComma: boolean },
  from = 0,
  to = rows.length,
): ReadLines {
  const names = rows[header] ?? [];
  const shape = shapeOf(names);
  const read: ReadLines = { lines: [], broken: [], others: 0 };
  for (const [place, cells] of rows.slice(from, to).entries()) {
    const at = from + place;
    if (at <= header || cells.every((cell) => cell.trim() === "") || shapeOf(cells) === shape) continue;
    const cell = (column: number | null) => (column === null ? "" : (cells[column] ?? "").trim());
    const broken = (column: number, problem: string) =>
      read.broken.push({ row: at + 1, column: names[column]?.trim() || `Column ${column + 1}`, problem });
    const day = cell(columns.date);
    if (day === "" && cells.some((text) => TOTAL.test(text))) continue;
    const way = cell(columns.direction).toUpperCase();
    if (columns.direction !== null && !WAY.test(way)) {
      broken(columns.direction, `'${cut(way)}' is neither CR nor DR`);
      continue;
    }
    const amount = readAmount(cell(columns.amount), decimalComma);
    if (amount === null) {
      broken(columns.amount, `'${cut(cell(columns.amount))}' is not an amount`);
      continue;
    }
    if (amount <= 0 || way.startsWith("D")) {
      read.others++;
      continue;
    }
    const on = parseBankDay(day, columns.dayFirst);
    if (on === null) {
      broken(columns.date, `'${cut(day)}' is not a day`);
      continue;
    }
    const text = cell(columns.details).slice(0, MAX_TEXT);
    read.lines.push({ row: at + 1, on, kobo: amount, reference: cell(columns.reference).slice(0, 60), text });
  }
  return read;
}

const cut = (text: string) => text.slice(0, 40);

/** A cell as kobo; 0 if empty, negative for money out ('-500.00', '(500.00)', '500.00 DR'), null if it is no amount. */
function readAmount(cell: string, decimalComma: boolean): number | null {
  // At most 60 characters: a longer cell is no amount.
  const parts = /^(-|\()?\s*(.*?)\s*(\)|CR|DR|-)?$/i.exec(cell.slice(0, 61).replaceAll("\u00A0", " "));
  const [, before = "", digits = "", after = ""] = parts ?? [];
  if (digits === "") return 0;
  const comma = decimalComma && /^(₦|NGN|N)?\s*\d{1,3}(?:[. ]?\d{3})*,\d{2}$/i.test(digits);
  const money = parseNaira(comma ? digits.replace(/[. ]/g, "").replace(",", ".") : digits);
  if (!money.ok) return null;
  return before !== "" || /^(dr|-)$/i.test(after) ? -money.kobo : money.kobo;
}

/**
 * The reference under which a line is recorded. It is the same at every upload, so that a line is recorded once. If the
 * bank gives no specific reference, one is made from day, amount and text.
 */
export function referenceOf({ on, kobo, reference, text }: StatementLine): string {
  const own = normaliseReference(reference);
  if (own.length >= 6 && /\d{3}/.test(own)) return own;
  return `STATEMENT-${on.replaceAll("-", "")}-${kobo}-${hashOf(`${own}|${text.replace(/\s+/g, " ").toUpperCase()}`)}`;
}

/** A hash of 52 bits (FNV-1a) of a text. It distinguishes lines of one day and amount, and does not reveal the text. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return (hash >> 12n).toString(36).toUpperCase();
}
