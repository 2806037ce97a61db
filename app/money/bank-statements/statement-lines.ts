/**
 * BANK-1: reads the rows of a statement that have money, and finds the faults of unreadable rows. Each bank has its own
 * format. Pure.
 */
import { normaliseReference, type BalanceProof, type StatementColumns } from "../../domain/payment.ts";
import type { Table } from "../../platform/tables/delimited.ts";
import { faultText } from "../../platform/tables/fault-text.ts";
import { proveBalance, type BalanceRow } from "./balance-proof.ts";
import { decimalSignOf, isUnclearAmount, readAmount, readWay, type DecimalSign } from "./bank-amount.ts";
import { parseBankDay } from "./bank-day.ts";
import { trendOf } from "./propose-columns.ts";
import { accountDoubts, addDayDoubts } from "./row-doubts.ts";
import type { StatementLine } from "./statement-line.ts";

export type Cells = readonly string[];
/** Joins the two texts of a line that may contain a tracking code: reference and narration. */
export const textOfLine = ({ reference, text }: Pick<StatementLine, "reference" | "text">) =>
  `${text} | ${reference}`;

export type ReadLines = {
  lines: StatementLine[];
  proof: BalanceProof | null;
  faults: { row: number; why: string }[];
  /** The number of rows without money: totals, opening balances, a repeated heading. */
  texts: number;
};

/** The words of a row of totals, but not a narration such as 'balance payment'. At most 200 characters are tested. */
const TOTAL =
  /^\W*(?:(?:grand|sub|page|statement)\W{0,3})?totals?\b|^\W*bal(?:ance)?\W*$|\b(?:opening|closing|ending|final|ledger|available|cleared) bal(?:ance)?\b|\bbal(?:ance)? (?:as at|as of|b\/?f)|\b(?:brought|carried) forward\b|\b[bc]\/f\b|\bend of statement\b|^\W*page \d/i;
const OPENING = /\b(opening|brought forward|b\/f|bal(ance)? b\/?fwd)\b/i;
const MAX_TEXT = 300;
const MAX_REFERENCE = 60;

/** Returns the key that identifies a bank's format: its column names. */
export const shapeOf = (heading: Cells): string =>
  heading.map((cell) => cell.replace(/\s+/g, " ").trim().toLowerCase()).join("|");

type Row = Table["rows"][number] & { kind?: Table["faults"][number]["kind"] };
export const bodyOf = ({ heading, rows, faults }: Table): Row[] =>
  [...rows, ...faults].filter(({ row }) => row > heading.line).toSorted((a, b) => a.row - b.row);

/** How a file writes amounts: the decimal sign, and whether the column of money out has minus signs. */
type Habits = { decimal: DecimalSign; minusOut: boolean };

function habitsOf(rows: readonly Row[], { amount, out, balance }: StatementColumns): Habits {
  const cellsOf = (column: number | null) =>
    column === null ? [] : rows.map(({ cells }) => cells[column] ?? "").filter((cell) => cell !== "");
  const decimal = decimalSignOf([amount, out, balance].flatMap(cellsOf));
  const gone = cellsOf(out).map((cell) => readAmount(cell, decimal));
  return { decimal, minusOut: gone.every((read) => !read || read.kobo === 0 || read.way === "out") };
}

/**
 * Reads every row below the heading, and checks the running balance. Rows get doubts, for example if their day is after
 * `today` (Lagos), or if they belong to another account than `account`.
 */
export function readStatementLines(
  table: Table,
  columns: StatementColumns,
  today: string,
  account = "",
): ReadLines {
  const rows = bodyOf(table);
  const habits = habitsOf(rows, columns);
  const shape = shapeOf(table.heading.cells);
  const read: ReadLines = { lines: [], proof: null, faults: [], texts: 0 };
  let opening: number | null = null;
  for (const row of rows) {
    const line = shapeOf(row.cells) === shape ? null : readLine(row, table.heading.cells, columns, habits);
    if (line) read.lines.push(line);
    else {
      read.texts++;
      if (read.lines.length === 0 || opening === null) opening = openingOf(row, columns, habits) ?? opening;
    }
    const why = faultText(row);
    if (why) read.faults.push({ row: row.row, why });
  }
  addDayDoubts(read.lines, rows, columns.date, today);
  const ofOthers = accountDoubts(table, rows, new Set(read.lines.map(({ row }) => row)), account);
  for (const line of read.lines) line.doubts.push(...(ofOthers.get(line.row) ?? []));
  const trend = trendOf(read.lines.map(({ on }) => on));
  const proved = proveBalance(read.lines.map(balanceRow), { trend, opening });
  for (const line of proved ? read.lines : []) {
    const found = proved?.beside.get(line.row);
    if (!found) continue;
    const other = line.row === found.above ? found.below : found.above;
    line.doubts.push(
      found.above === found.below
        ? "The opening balance and this row do not add up"
        : `The balance breaks between this row and row ${other}`,
    );
  }
  return { ...read, proof: proved?.proof ?? null };
}

const balanceRow = ({ row, kobo, direction, balance }: StatementLine): BalanceRow => ({
  row,
  balance,
  kobo: kobo === null ? null : direction === "in" ? kobo : -kobo,
});

function openingOf({ cells }: Row, { balance }: StatementColumns, { decimal }: Habits): number | null {
  if (balance === null || !cells.some((cell) => OPENING.test(cell.slice(0, 200)))) return null;
  const read = cells[balance] ? readAmount(cells[balance], decimal) : null;
  return read && (read.way === "out" ? -read.kobo : read.kobo);
}

/** Reads one row. Null for a row without money, such as a total, a note or a balance. */
function readLine(row: Row, names: Cells, columns: StatementColumns, habits: Habits): StatementLine | null {
  const { cells } = row;
  const cell = (column: number | null) => (column === null ? "" : (cells[column] ?? ""));
  const name = (column: number) => names[column] || `Column ${column + 1}`;
  const amount = amountOf(cell, name, columns, habits);
  const day = cell(columns.date);
  const isNothing = "kobo" in amount && amount.kobo === 0;
  const on = parseBankDay(day, columns.dayFirst);
  const isTotal = on === null && cells.some((text) => TOTAL.test(text.slice(0, 200)));
  if (!row.kind && (isNothing || isTotal)) return null;
  const balance = cell(columns.balance) === "" ? null : readAmount(cell(columns.balance), habits.decimal);
  const problems = [
    row.kind ? faultText(row) : null,
    "problem" in amount ? amount.problem : null,
    on === null ? `${name(columns.date)}: '${cut(day)}' is not a day` : null,
  ];
  const shifted = row.kind === "more_cells";
  return {
    row: row.row,
    on: shifted ? null : on,
    kobo: "kobo" in amount && !shifted && amount.kobo > 0 ? amount.kobo : null,
    direction: "kobo" in amount ? amount.direction : "in",
    balance: shifted || !balance ? null : balance.way === "out" ? -balance.kobo : balance.kobo,
    reference: shifted ? "" : cell(columns.reference).slice(0, MAX_REFERENCE),
    text: (row.kind ? cells.filter((text) => text !== "").join(" | ") : cell(columns.details)).slice(
      0,
      MAX_TEXT,
    ),
    broken: problems.find((problem) => problem !== null) ?? null,
    doubts: row.doubt === undefined ? [] : [faultText(row) ?? ""],
  };
}

type Amount = { kobo: number; direction: "in" | "out" } | { problem: string };

function amountOf(
  cell: (column: number | null) => string,
  name: (column: number) => string,
  { amount, out, direction }: StatementColumns,
  { decimal, minusOut }: Habits,
): Amount {
  const own = readAmount(cell(amount), decimal);
  const gone = readAmount(cell(out), decimal);
  const notAn = (column: number) => ({
    problem: isUnclearAmount(cell(column))
      ? `${name(column)}: '${cut(cell(column))}' may have a decimal point, or a point between thousands`
      : `${name(column)}: '${cut(cell(column))}' is not an amount`,
  });
  if (!own) return notAn(amount);
  if (out !== null && !gone) return notAn(out);
  if (direction !== null && own.kobo !== 0) {
    const way = readWay(cell(direction));
    if (way === null)
      return { problem: `${name(direction)}: '${cut(cell(direction))}' is neither money in nor out` };
    if (own.way !== null && own.way !== way)
      return { problem: `${name(amount)} and ${name(direction)} say different directions` };
    return { kobo: own.kobo, direction: way };
  }
  if (own.kobo !== 0 && gone && gone.kobo !== 0) return { problem: "It has both money in and money out" };
  if (gone && gone.kobo !== 0)
    return { kobo: gone.kobo, direction: gone.way === "out" && !minusOut ? "in" : "out" };
  return { kobo: own.kobo, direction: own.way === "out" ? "out" : "in" };
}

const cut = (text: string) => text.slice(0, 40);

/**
 * Returns the references of incoming lines in a uniform spelling. A reference is empty if it does not identify its
 * line: it is short, repeated or cut off, has no digits, or lost digits in a spreadsheet.
 */
export function referencesOf(lines: readonly Pick<StatementLine, "reference" | "direction">[]): string[] {
  const own = lines.map(({ reference, direction }) =>
    direction === "in" && isWholeReference(reference) ? normaliseReference(reference) : "",
  );
  const times = new Map<string, number>();
  for (const one of own) times.set(one, (times.get(one) ?? 0) + 1);
  return own.map((one) => (times.get(one) === 1 ? one : ""));
}

/**
 * False if a spreadsheet cut the number: a spreadsheet keeps 15 digits, and shows larger numbers as 2.61E+23 or with
 * zeros.
 */
export function isWholeReference(text: string): boolean {
  const reference = normaliseReference(text);
  return (
    reference.length >= 6 &&
    /\d{3}/.test(reference) &&
    !/^[\d.,]+E[+-]?\d+$/.test(reference) &&
    !/(?:\.\.|…|\*)$/.test(reference) &&
    !(/^\d{16,}$/.test(reference) && reference.slice(15).replace(/0/g, "") === "")
  );
}
