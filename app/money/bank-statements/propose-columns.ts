/**
 * BANK-1: proposes the columns of a bank's file by their cells: days, amounts, words of direction, and a running
 * balance that agrees with the amounts. Names of columns are only a hint. A person chooses the other columns. Pure.
 */
import type { StatementColumns } from "../../domain/payment.ts";
import { decimalSignOf, readAmount, readWay, type DecimalSign } from "./bank-amount.ts";
import { dayOrderOf, daysBetween, isSerialDay, parseBankDay, type DayOrder } from "./bank-day.ts";

type Cells = readonly string[];
/** -1 means that a person must choose the column. Null `days` means that a person must choose the order of days. */
export type Proposal = {
  columns: StatementColumns;
  days: DayOrder;
  /** True if a running balance agrees with the amounts, so that their columns and directions are certain. */
  proven: boolean;
};

const COMPARED = 400;
/**
 * At least this share of a column's filled cells must be days, amounts or words of direction. The other cells may be
 * totals and notes.
 */
const MOST = 0.8;

const MAX_NAME = 100;
const NAMES = {
  // A column's name has at most 100 characters.
  in: /credit|deposit|lodge?ments?|money\s*in|paid\s*in|inflow|^\s*cr\b|\bcr(\s+amount)?\s*$|received/i,
  out: /debit|withdraw|money\s*out|paid\s*out|outflow|^\s*dr\b|\bdr(\s+amount)?\s*$|spent/i,
  // A column's name has at most 100 characters.
  both: /(\bcr|credit)\W*(\/|or)\W*(dr|debit)|(\bdr|debit)\W*(\/|or)\W*(cr|credit)/i,
  balance: /balance|^\s*bal\b/i,
  before: /before|opening|previous/i,
  // A column's name has at most 100 characters.
  day: /(trans|txn|tran|post|book|entry|created).*(date|time)|^\s*date/i,
  valueDay: /value|val\.?\s*date/i,
  details: /narration|remark|description|details?\b|particulars|memo/i,
  // A column's name has at most 100 characters.
  reference: /\bref|session|trans\w*\s*(id|no)|\brrn\b|receipt|txn\s*id/i,
  amount: /amount/i,
};
const isIn = (name: string) => NAMES.in.test(name) && !NAMES.both.test(name);
const isOut = (name: string) => NAMES.out.test(name) && !NAMES.both.test(name);

type Column = { at: number; name: string; cells: Cells; filled: Cells };

export function proposeColumns(heading: Cells, body: readonly Cells[], today: string): Proposal {
  const rows = body.slice(0, COMPARED);
  const columns = heading.map((whole, at): Column => {
    const name = whole.slice(0, MAX_NAME);
    const cells = rows.map((row) => row[at] ?? "");
    return { at, name, cells, filled: cells.filter((cell) => cell !== "") };
  });
  const days = columns.filter(isDayColumn);
  const day =
    days.find(({ name }) => NAMES.day.test(name) && !NAMES.valueDay.test(name)) ??
    days.find(({ name }) => !NAMES.valueDay.test(name)) ??
    days[0];
  // The order of day and month is decided from all days of the file, in every column with days.
  const order = dayOrderOf(
    days.flatMap(({ at }) => body.map((row) => row[at] ?? "")),
    today,
  );
  const rest = columns.filter((column) => !days.includes(column));
  const decimal = decimalSignOf(rest.flatMap(({ filled }) => filled));
  const ways = rest.filter(
    ({ filled }) => filled.length > 0 && filled.every((cell) => readWay(cell) !== null),
  );
  const amounts = rest
    .filter((column) => !ways.includes(column))
    .map((column) => ({ ...column, values: valuesOf(column.cells, decimal) }))
    .filter(isAmountColumn);
  const trend = day ? trendOf(day.cells.map((cell) => parseBankDay(cell, order !== "month"))) : 0;
  const money = proven(amounts, ways, trend) ?? byNames(columns, amounts, ways);
  const used = new Set([money.amount, money.out, money.balance, money.direction]);
  const words = rest.filter(({ at }) => !used.has(at));
  const named = detailsAmong(words.filter(({ name }) => NAMES.details.test(name)));
  const reference = referenceAmong(words.filter(({ at }) => at !== named));
  const details = named < 0 ? detailsAmong(words.filter(({ at }) => at !== reference)) : named;
  return {
    columns: { date: day?.at ?? -1, details, reference, ...money.columns, dayFirst: order !== "month" },
    days: order,
    proven: money.proven,
  };
}

/** True for a column of days. If the column's name means a day, up to half of its cells may be something else. */
const isDayColumn = ({ filled, name }: Column) => {
  // References may contain the time of the transfer, so their column could be mistaken for the days.
  if (NAMES.reference.test(name) && !NAMES.day.test(name)) return false;
  const isNamed = NAMES.day.test(name) || NAMES.valueDay.test(name);
  // A number of five digits may be an amount. It counts as a day only in a column with a day's name.
  const isDay = (cell: string) =>
    (isNamed || !isSerialDay(cell)) && (parseBankDay(cell, true) ?? parseBankDay(cell, false)) !== null;
  const count = filled.filter(isDay).length;
  return count > 0 && count >= (NAMES.day.test(name) ? 0.5 : MOST) * filled.length;
};

type Values = readonly (number | null)[];
type Amounts = Column & { values: Values };
/** Returns the kobo of each cell, negative for money out. Null for an empty cell or one without an amount. */
const valuesOf = (cells: Cells, decimal: DecimalSign): Values =>
  cells.map((cell) => {
    const amount = cell === "" ? null : readAmount(cell, decimal);
    return amount && (amount.way === "out" ? -amount.kobo : amount.kobo);
  });
const isAmountColumn = ({ filled, values, name }: Amounts) => {
  const count = values.filter((value) => value !== null).length;
  // Serial numbers are no amounts. The name has at most 100 characters.
  const isSerial = /^\W*(s\W*n|no|#|serial)\W*\w{0,2}\W*$/i.test(name);
  const isNumber = filled.every((cell) => /^\d{9,}$/.test(cell));
  return count > 0 && count >= MOST * filled.length && !isNumber && !isSerial;
};

/** Returns a number above 0 if the days rise from row to row, below 0 if they fall, and 0 if there is no order. */
export function trendOf(days: readonly (string | null)[]): number {
  const known = days.filter((day) => day !== null);
  let trend = 0;
  for (const [at, day] of known.entries()) trend += Math.sign(daysBetween(known[at - 1] ?? day, day));
  return trend;
}

type Money = Pick<StatementColumns, "amount" | "out" | "direction" | "balance"> & {
  columns: Pick<StatementColumns, "amount" | "out" | "direction" | "balance">;
  proven: boolean;
};
const money = (columns: Money["columns"], isProven: boolean): Money => ({
  ...columns,
  columns,
  proven: isProven,
});

/**
 * Returns the kobo that each row adds to the balance if `amount` and `out` are the amount columns. Amounts in a column
 * of money out may or may not have minus signs.
 */
function addedBy(amount: Amounts, out: Amounts | null, direction: Column | null): number[] {
  const minus = out?.values.every((value) => value === null || value <= 0) ?? false;
  return amount.values.map((value, at) => {
    const own = value ?? 0;
    if (direction) return readWay(direction.cells[at] ?? "") === "out" ? -Math.abs(own) : Math.abs(own);
    const gone = out?.values[at] ?? 0;
    return own - (minus ? -gone : gone);
  });
}

/**
 * Tries the rows as oldest first and as newest first. Returns the better order, and the share of neighbouring rows
 * whose balances differ by the amount of the newer row.
 */
function explained(balance: Values, added: readonly number[]): { share: number; newestFirst: boolean } {
  let [pairs, oldest, newest] = [0, 0, 0];
  for (let at = 1; at < added.length; at++) {
    const [above, below] = [balance[at - 1], balance[at]];
    const [up, down] = [added[at - 1] ?? 0, added[at] ?? 0];
    if (above == null || below == null || (up === 0 && down === 0)) continue;
    pairs++;
    oldest += Number(above + down === below);
    newest += Number(below + up === above);
  }
  return { share: pairs > 0 ? Math.max(oldest, newest) / pairs : 0, newestFirst: newest > oldest };
}

/**
 * Returns the columns that a running balance proves. Null if the balance agrees with no columns, or with several
 * choices of columns.
 */
function proven(amounts: readonly Amounts[], ways: readonly Column[], trend: number): Money | null {
  const some = amounts.slice(0, 10);
  const pairs = some.flatMap((amount) => [
    ...some.filter((out) => out !== amount).map((out) => ({ amount, out, direction: null })),
    ...ways.map((direction) => ({ amount, out: null, direction })),
    { amount, out: null, direction: null },
  ]);
  const found = pairs.flatMap(({ amount, out, direction }) => {
    const added = addedBy(amount, out, direction);
    return some.flatMap((balance) => {
      if (balance === amount || balance === out) return [];
      const { share, newestFirst } = explained(balance.values, added);
      if (share < MOST || (trend !== 0 && newestFirst === trend > 0)) return [];
      const named =
        Number(isIn(amount.name)) -
        2 * Number(isOut(amount.name)) +
        Number(NAMES.balance.test(balance.name)) -
        2 * Number(NAMES.before.test(balance.name)) +
        (out ? Number(isOut(out.name)) - 2 * Number(isIn(out.name)) : 0);
      const columns = {
        amount: amount.at,
        out: out?.at ?? null,
        direction: direction?.at ?? null,
        balance: balance.at,
      };
      return [
        {
          columns,
          score: Math.round(share * 100) * 100 + named * 10 + Number(out !== null),
          isOutAlone: !out && !direction && isOut(amount.name),
        },
      ];
    });
  });
  const [best, next] = found.filter(({ isOutAlone }) => !isOutAlone).toSorted((a, b) => b.score - a.score);
  if (!best || (next?.score === best.score && next.columns.amount !== best.columns.amount)) return null;
  const { columns } = best;
  if (columns.out !== null || columns.direction !== null) return money(columns, true);
  // If all rows bring money in, the column of money out is empty. Then only its name identifies the column.
  return money({ ...columns, out: null }, true);
}

/** Finds the money columns by name. A single amount column has both directions if its cells name the direction. */
function byNames(columns: readonly Column[], amounts: readonly Amounts[], ways: readonly Column[]): Money {
  const at = (column: Column | undefined) => column?.at ?? null;
  const balance = at(amounts.find(({ name }) => NAMES.balance.test(name) && !NAMES.before.test(name)));
  const others = amounts.filter((column) => !NAMES.balance.test(column.name));
  const named = columns.find(
    ({ name, filled }) => isIn(name) && (filled.length === 0 || others.some((one) => one.name === name)),
  );
  const out = at(columns.find(({ name, at: place }) => isOut(name) && place !== named?.at));
  if (named) return money({ amount: named.at, out, direction: null, balance }, false);
  const both = others.find(({ name }) => NAMES.both.test(name) || NAMES.amount.test(name)) ?? others[0];
  const direction = ways[0] ?? null;
  if (both && direction)
    return money({ amount: both.at, out: null, direction: direction.at, balance }, false);
  const says = both?.cells.some((cell) => readAmount(cell, ".")?.way || readAmount(cell, ",")?.way);
  return money(
    { amount: says && both && others.length === 1 ? both.at : -1, out: null, direction: null, balance },
    false,
  );
}

function referenceAmong(columns: readonly Column[]): number | null {
  const whole = columns.filter(
    ({ filled }) => filled.length > 0 && filled.every((cell) => cell.length <= 60),
  );
  const named = whole.find(({ name }) => NAMES.reference.test(name));
  const unique = whole.find(
    ({ filled }) =>
      filled.every((cell) => /^\S{6,}$/.test(cell) && /\d{3}/.test(cell)) &&
      new Set(filled).size === filled.length,
  );
  return (named ?? unique)?.at ?? null;
}

/** Returns the column with the most letters, or -1 if no column has letters. */
function detailsAmong(columns: readonly Column[]): number {
  const letters = ({ filled }: Column) =>
    filled.reduce((sum, cell) => sum + (cell.match(/\p{L}/gu)?.length ?? 0), 0);
  const best = columns.toSorted((a, b) => letters(b) - letters(a))[0];
  return best && letters(best) > 0 ? best.at : -1;
}
