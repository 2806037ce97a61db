/**
 * BANK-1: a bank statement as rows of cells: its rows of money, and what is wrong with those that cannot be trusted.
 * Every bank has its own format. Pure.
 */
import { normaliseReference, type BalanceProof, type StatementColumns } from "../../domain/payment.ts";
import type { Table } from "../../platform/tables/delimited.ts";
import { faultText } from "../../platform/tables/fault-text.ts";
import { proveBalance, type BalanceRow } from "./balance-proof.ts";
import { readAmount, readWay, usesDecimalComma } from "./bank-amount.ts";
import { daysBetween, parseBankDay } from "./bank-day.ts";
import { trendOf } from "./propose-columns.ts";

export type Cells = readonly string[];
/**
 * A row of money: the line in the file, the Lagos day, kobo, and the bank's text about it. A row with `broken` cannot be
 * read: that is its reason, and its day or amount may be null. `doubts`: why it is not recorded without a person.
 */
export type StatementLine = {
  row: number;
  on: string | null;
  kobo: number | null;
  direction: "in" | "out";
  balance: number | null;
  reference: string;
  text: string;
  broken: string | null;
  doubts: string[];
};
/** The texts of a line that may contain a tracking code. */
export const textOf = ({ reference, text }: Pick<StatementLine, "reference" | "text">) =>
  `${text} | ${reference}`;

export type ReadLines = {
  lines: StatementLine[];
  proof: BalanceProof | null;
  faults: { row: number; why: string }[];
  /** The number of rows without money: totals, opening balances, a repeated heading. */
  texts: number;
};

/** Tested on at most 200 characters of a cell. */
const TOTAL = /\b(total|balance|brought forward|carried forward|b\/f|c\/f|end of statement|page \d+)\b/i;
const OPENING = /\b(opening|brought forward|b\/f|bal(ance)? b\/?fwd)\b/i;
const MAX_TEXT = 300;
const MAX_REFERENCE = 60;

/** The key by which statements of one bank's format are recognised: the names of their columns. */
export const shapeOf = (heading: Cells): string =>
  heading.map((cell) => cell.replace(/\s+/g, " ").trim().toLowerCase()).join("|");

type Row = Table["rows"][number] & { kind?: Table["faults"][number]["kind"] };
/** The rows and faults of a table below its heading, in the order of the file. */
export const bodyOf = ({ heading, rows, faults }: Table): Row[] =>
  [...rows, ...faults].filter(({ row }) => row > heading.line).toSorted((a, b) => a.row - b.row);

/** What the columns of a file have in common: its decimal sign, and minus signs in a column of money out. */
type Habits = { decimalComma: boolean; minusOut: boolean };

function habitsOf(rows: readonly Row[], { amount, out, balance }: StatementColumns): Habits {
  const cellsOf = (column: number | null) =>
    column === null ? [] : rows.map(({ cells }) => cells[column] ?? "").filter((cell) => cell !== "");
  const decimalComma = usesDecimalComma([amount, out, balance].flatMap(cellsOf));
  const gone = cellsOf(out).map((cell) => readAmount(cell, decimalComma));
  return { decimalComma, minusOut: gone.every((read) => !read || read.kobo === 0 || read.way === "out") };
}

/**
 * Every row of a file below its heading, with its doubts and its place in the running balance. `today` is a Lagos day:
 * a later one is a doubt.
 */
export function readLines(table: Table, columns: StatementColumns, today: string): ReadLines {
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
  addDayDoubts(read.lines, today);
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

function openingOf({ cells }: Row, { balance }: StatementColumns, { decimalComma }: Habits): number | null {
  if (balance === null || !cells.some((cell) => OPENING.test(cell.slice(0, 200)))) return null;
  const read = cells[balance] ? readAmount(cells[balance], decimalComma) : null;
  return read && (read.way === "out" ? -read.kobo : read.kobo);
}

/** One row; null if it has no money: totals, notes, and balances only. */
function readLine(row: Row, names: Cells, columns: StatementColumns, habits: Habits): StatementLine | null {
  const { cells } = row;
  const cell = (column: number | null) => (column === null ? "" : (cells[column] ?? ""));
  const name = (column: number) => names[column] || `Column ${column + 1}`;
  const amount = amountOf(cell, name, columns, habits);
  const day = cell(columns.date);
  const isNothing = "kobo" in amount && amount.kobo === 0;
  if (
    !row.kind &&
    (isNothing || day === "") &&
    (isNothing || cells.some((text) => TOTAL.test(text.slice(0, 200))))
  )
    return null;
  const on = parseBankDay(day, columns.dayFirst);
  const balance =
    cell(columns.balance) === "" ? null : readAmount(cell(columns.balance), habits.decimalComma);
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
  { decimalComma, minusOut }: Habits,
): Amount {
  const own = readAmount(cell(amount), decimalComma);
  const gone = readAmount(cell(out), decimalComma);
  const notAn = (column: number) => ({ problem: `${name(column)}: '${cut(cell(column))}' is not an amount` });
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

/** Doubts about days: one that is to come, and one that does not fit its neighbours in a file that is in order. */
function addDayDoubts(lines: readonly StatementLine[], today: string): void {
  const days = lines.map(({ on }) => on);
  const steps = days.slice(1).map((day, at) => {
    const before = days[at];
    return day && before ? Math.sign(daysBetween(before, day)) : 0;
  });
  const rising = steps.filter((step) => step > 0).length;
  const falling = steps.filter((step) => step < 0).length;
  const isInOrder = Math.min(rising, falling) * 8 <= lines.length;
  for (const [at, line] of lines.entries()) {
    const { on } = line;
    if (!on) continue;
    if (on > today) line.doubts.push("Its day is still to come");
    const beside = [days[at - 1], days[at + 1]].flatMap((day) =>
      day ? [Math.abs(daysBetween(day, on))] : [],
    );
    if (isInOrder && beside.length === 2 && Math.min(...beside) > MOST_APART)
      line.doubts.push("Its day does not fit the rows beside it");
  }
}
const MOST_APART = 14;

const cut = (text: string) => text.slice(0, 40);

/**
 * The bank's reference of each line that brings money, in one spelling: '' where it does not tell the line apart, because
 * it is short, has no number, stands at several lines, was cut off, or lost digits in a spreadsheet.
 */
export function referencesOf(lines: readonly Pick<StatementLine, "reference" | "direction">[]): string[] {
  const own = lines.map(({ reference, direction }) =>
    direction === "in" && isWholeReference(reference) ? normaliseReference(reference) : "",
  );
  const times = new Map<string, number>();
  for (const one of own) times.set(one, (times.get(one) ?? 0) + 1);
  return own.map((one) => (times.get(one) === 1 ? one : ""));
}

/** A spreadsheet keeps 15 digits of a number: it shows 2.61E+23, or writes zeros for the others. */
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
