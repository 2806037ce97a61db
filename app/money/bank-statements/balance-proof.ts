/**
 * BANK-4: the running balance proves a file. The balance before a row, plus what comes in, less what goes out, is the
 * balance after it. Pure.
 */

import type { BalanceBreak, BalanceProof } from "../../domain/payment.ts";

/** A row in the file's order. `kobo`: what it adds, negative for money out; null if the row cannot be read. */
export type BalanceRow = { row: number; kobo: number | null; balance: number | null };
/** The number of neighbours whose balances fit, if the rows stand in this order. */
function fitting(rows: readonly BalanceRow[], newestFirst: boolean): number {
  let count = 0;
  for (const [at, after] of rows.entries()) {
    const before = rows[newestFirst ? at + 1 : at - 1];
    if (before?.balance == null || after.balance === null || after.kobo === null) continue;
    count += Number(before.balance + after.kobo === after.balance);
  }
  return count;
}

/** The order in which the rows fit better; if both fit, what the days say: `trend` is above 0 for oldest first. */
export function isNewestFirst(rows: readonly BalanceRow[], trend: number): boolean {
  const [oldest, newest] = [fitting(rows, false), fitting(rows, true)];
  return oldest === newest ? trend < 0 : newest > oldest;
}

/**
 * Checks every row. `opening`: the balance before the first row in time, if the file states it. Returns the proof, and
 * the rows beside a break, each with the row at the other side. Null if fewer than two rows have a balance.
 */
export function proveBalance(
  rows: readonly BalanceRow[],
  { trend, opening }: { trend: number; opening: number | null },
): { proof: BalanceProof; beside: Map<number, BalanceBreak> } | null {
  if (rows.filter(({ balance }) => balance !== null).length < 2) return null;
  const newestFirst = isNewestFirst(rows, trend);
  const beside = new Map<number, BalanceBreak>();
  const breaks: BalanceBreak[] = [];
  let before: { row: number | null; balance: number } | null =
    opening === null ? null : { row: null, balance: opening };
  let waiting: BalanceRow[] = [];
  const addBreak = (last: BalanceRow, missing: number) => {
    const all = [...(before?.row == null ? [] : [before.row]), ...waiting.map(({ row }) => row), last.row];
    const found = { above: Math.min(...all), below: Math.max(...all), missing };
    breaks.push(found);
    for (const row of all) beside.set(row, found);
  };
  for (const row of newestFirst ? rows.toReversed() : rows) {
    if (row.balance === null) {
      waiting.push(row);
      continue;
    }
    const between = [...waiting, row];
    const added = between.reduce((sum, { kobo }) => sum + (kobo ?? 0), 0);
    const isUnread = between.some(({ kobo }) => kobo === null);
    const missing = before ? row.balance - before.balance - added : 0;
    if (missing !== 0 || isUnread) addBreak(row, missing);
    before = { row: row.row, balance: row.balance };
    waiting = [];
  }
  // The last rows in time have no balance behind them that explains them.
  const last = waiting.at(-1);
  if (last) {
    waiting = waiting.slice(0, -1);
    addBreak(last, 0);
  }
  return { proof: { rows: rows.length, adding: rows.length - beside.size, newestFirst, breaks }, beside };
}
