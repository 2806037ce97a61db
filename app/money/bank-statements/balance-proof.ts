/**
 * BANK-4: checks a file by its running balance: each balance must be the balance before, plus the row's amount. Pure.
 */

import type { BalanceBreak, BalanceProof } from "../../domain/payment.ts";

/** A row in the file's order. `kobo` is negative for money out, and null if the row cannot be read. */
export type BalanceRow = { row: number; kobo: number | null; balance: number | null };
/** Counts the rows whose balance is the balance of the next older row plus the row's own amount. */
function fitting(rows: readonly BalanceRow[], newestFirst: boolean): number {
  let count = 0;
  for (const [at, after] of rows.entries()) {
    const before = rows[newestFirst ? at + 1 : at - 1];
    if (before?.balance == null || after.balance === null || after.kobo === null) continue;
    count += Number(before.balance + after.kobo === after.balance);
  }
  return count;
}

/** Finds the order in which more balances agree. On a tie, `trend` decides: above 0 means oldest first. */
function isNewestFirst(rows: readonly BalanceRow[], trend: number): boolean {
  const [oldest, newest] = [fitting(rows, false), fitting(rows, true)];
  return oldest === newest ? trend < 0 : newest > oldest;
}

/**
 * Checks the balance of every row. `opening` is the balance before the earliest row, if the file states it. Returns
 * the proof, and the rows around every place where the balances do not add up. Null if fewer than two rows have a
 * balance.
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
  // No balance follows after the last rows, so nothing proves these rows.
  const last = waiting.at(-1);
  if (last) {
    waiting = waiting.slice(0, -1);
    addBreak(last, 0);
  }
  return { proof: { rows: rows.length, adding: rows.length - beside.size, newestFirst, breaks }, beside };
}
