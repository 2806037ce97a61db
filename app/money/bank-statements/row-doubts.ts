/** BANK-2: doubts about rows, because of their days or because they belong to another account. Pure. */
import type { Table, TableRow } from "../../platform/tables/delimited.ts";
import { daysBetween } from "./bank-day.ts";
import type { StatementLine } from "./statement-line.ts";

/**
 * Adds doubts about future days, days out of order, and days that a spreadsheet may have swapped. `dates` is the day
 * column.
 */
export function addDayDoubts(
  lines: readonly StatementLine[],
  rows: readonly TableRow[],
  dates: number,
  today: string,
): void {
  const days = lines.map(({ on }) => on);
  const steps = days.slice(1).map((day, at) => {
    const before = days[at];
    return day && before ? Math.sign(daysBetween(before, day)) : 0;
  });
  const rising = steps.filter((step) => step > 0).length;
  const falling = steps.filter((step) => step < 0).length;
  const isInOrder = Math.min(rising, falling) * 8 <= lines.length;
  const swapped = maybeSwapped(lines, rows, dates);
  for (const [at, line] of lines.entries()) {
    const { on } = line;
    if (!on) continue;
    if (swapped.has(line.row))
      line.doubts.push("A spreadsheet may have swapped the day and the month: other rows have days as text");
    if (on > today) line.doubts.push("Its day is still to come");
    const beside = [days[at - 1], days[at + 1]].flatMap((day) =>
      day ? [Math.abs(daysBetween(day, on))] : [],
    );
    if (isInOrder && beside.length === 2 && Math.min(...beside) > MOST_APART)
      line.doubts.push("Its day does not fit the rows beside it");
  }
}
const MOST_APART = 14;

/**
 * Returns the rows whose day and month a spreadsheet may have swapped. A spreadsheet that reads the month first takes
 * 03/04 as 4 March. It leaves 13/04 as text, because there is no month 13.
 */
function maybeSwapped(
  lines: readonly StatementLine[],
  rows: readonly TableRow[],
  dates: number,
): Set<number> {
  const cells = new Map(rows.map(({ row, cells: own }) => [row, own[dates] ?? ""]));
  const isDate = ({ row }: StatementLine) => /^\d{4}-\d\d-\d\d\b/.test(cells.get(row) ?? "");
  const isLate = ({ on }: StatementLine) => Number(on?.slice(8)) > 12;
  const known = lines.filter(({ on }) => on !== null);
  const [made, left] = [known.filter(isDate), known.filter((line) => !isDate(line))];
  const isSwapped = left.length > 0 && left.every(isLate) && !made.some(isLate);
  return new Set(isSwapped ? made.map(({ row }) => row) : []);
}

/** An account number of ten digits. Some digits may be hidden. */
const NUMBER = /(?<![\d*])\d[\d*Xx]{8}\d(?![\d*])/g;
/** A word beside which a file names its account number. Tested on at most 300 characters. */
const ACCOUNT = /\b(?:acc(?:oun)?t|a\/c|nuban)\b/i;
/** The name of a column with each row's own account. At most 60 characters are tested. */
const OWN_COLUMN = /^\W*(?:nuban|(?:my |own )?(?:acc(?:oun)?t|a\/c))\W*(?:no|num|number)?\W*$/i;

/**
 * If a column or lines between the rows name several accounts, adds doubts to the rows of all accounts except the
 * chosen account. `account` is the name that staff gave the chosen account. If this name contains an account number of
 * the file, the chosen account has this number. Otherwise it is the first account in the file. `money` has the numbers
 * of the rows with money.
 */
export function accountDoubts(
  table: Table,
  rows: readonly TableRow[],
  money: ReadonlySet<number>,
  account: string,
): Map<number, string[]> {
  const own = byColumn(table, rows, money) ?? byLines(table, rows, money);
  const numbers = [...new Set(own.values())];
  const named = account.replace(/\D/g, "");
  const chosen = numbers.find((number) => number !== "" && named.includes(number)) ?? numbers[0];
  return new Map(
    [...own]
      .filter(([, number]) => number !== chosen)
      .map(([row, number]) => [row, [`It belongs to the account ${number}: upload each account by itself`]]),
  );
}

/**
 * Returns the account of each row from a column. The column must name several accounts, but only few, and the rows of
 * each account must stand together. Otherwise null.
 */
function byColumn({ heading }: Table, rows: readonly TableRow[], money: ReadonlySet<number>) {
  const column = heading.cells.findIndex((name) => OWN_COLUMN.test(name.slice(0, 60)));
  const all = rows
    .filter(({ row }) => money.has(row))
    .map(({ row, cells }) => [row, cells[column] ?? ""] as const);
  const numbers = new Set(all.map(([, number]) => number));
  const changes = all.filter(([, number], at) => at > 0 && number !== all[at - 1]?.[1]).length;
  const isOwn = numbers.size > 1 && changes === numbers.size - 1 && changes * 2 < all.length;
  return isOwn && [...numbers].every((number) => /^\d[\d*Xx]{8}\d$/.test(number)) ? new Map(all) : null;
}

/** Returns the account of each row, from the lines above the heading and between the rows. */
function byLines(table: Table, rows: readonly TableRow[], money: ReadonlySet<number>): Map<number, string> {
  const of = new Map<number, string>();
  const above = table.rows.filter(({ row }) => row <= table.heading.line).map(accountIn);
  let present = above.findLast((number) => number !== null) ?? "";
  for (const row of rows) {
    if (money.has(row.row)) of.set(row.row, present);
    else present = accountIn(row) ?? present;
  }
  return of;
}

function accountIn({ cells }: TableRow): string | null {
  const text = cells.join(" ").slice(0, 300);
  const numbers = ACCOUNT.test(text) ? [...text.matchAll(NUMBER)] : [];
  return numbers.length === 1 ? (numbers[0]?.[0] ?? null) : null;
}
