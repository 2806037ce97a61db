import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveBalance, type BalanceRow } from "./balance-proof.ts";

const of = (...rows: [kobo: number | null, balance: number | null][]): BalanceRow[] =>
  rows.map(([kobo, balance], at) => ({ row: at + 2, kobo, balance }));
const prove = (rows: BalanceRow[], more: { trend?: number; opening?: number | null } = {}) =>
  proveBalance(rows, { trend: 0, opening: null, ...more });

test("[BANK-4] every row adds up, in either order of the file", () => {
  const rows: [number, number][] = [
    [500, 1500],
    [-200, 1300],
    [700, 2000],
  ];
  expect(prove(of(...rows))?.proof).toEqual({ rows: 3, adding: 3, newestFirst: false, breaks: [] });
  expect(prove(of(...rows.toReversed()))?.proof).toEqual({
    rows: 3,
    adding: 3,
    newestFirst: true,
    breaks: [],
  });
  expect(prove(of(...rows), { opening: 1000 })?.proof.adding).toBe(3);
});

test("[BANK-4] a break stands between its two rows, with what is missing there", () => {
  const broken = prove(of([500, 1500], [-200, 1300], [4, 5000], [100, 5100]));
  expect(broken?.proof).toMatchObject({
    rows: 4,
    adding: 2,
    breaks: [{ above: 3, below: 4, missing: 3696 }],
  });
  expect([...(broken?.beside.keys() ?? [])]).toEqual([3, 4]);
  const first = prove(of([500, 1500], [100, 1600]), { opening: 900 });
  expect(first?.proof.breaks).toEqual([{ above: 2, below: 2, missing: 100 }]);
});

test("[BANK-4] a row that cannot be read breaks the balance, which says what it brought", () => {
  const unread = prove(of([500, 1500], [null, 6250], [100, 6350], [50, 6400]));
  expect(unread?.proof.breaks).toEqual([{ above: 2, below: 3, missing: 4750 }]);
  const without = prove(of([500, 1500], [null, null], [100, 6350], [50, 6400]));
  expect(without?.proof.breaks).toEqual([{ above: 2, below: 4, missing: 4750 }]);
});

test("[BANK-4] rows without a balance are explained together; behind the last balance they are not", () => {
  expect(prove(of([500, 1500], [1, null], [2, 1503], [5, 1508]))?.proof.adding).toBe(4);
  expect(prove(of([500, 1500], [2, 1502], [9, null]))?.proof.breaks).toEqual([
    { above: 3, below: 4, missing: 0 },
  ]);
  expect(prove(of([500, null], [2, 1502]))).toBeNull();
});

test("[BANK-4] a changed amount, a lost row or swapped rows never add up", () => {
  const amount = fc.integer({ min: -9999, max: 9999 }).filter((kobo) => kobo !== 0);
  const whole = fc.array(amount, { minLength: 4, maxLength: 12 }).map((kobos) => {
    let sum = 100_000;
    return of(...kobos.map((kobo): [number, number] => [kobo, (sum += kobo)]));
  });
  fc.assert(
    fc.property(whole, fc.nat(), fc.integer({ min: 1, max: 9 }), fc.boolean(), (rows, place, by, newest) => {
      const file = (some: BalanceRow[]) =>
        (newest ? some.toReversed() : some).map((row, at) => ({ ...row, row: at }));
      const trend = newest ? -1 : 1;
      expect(prove(file(rows), { trend })?.proof.adding).toBe(rows.length);
      const at = 1 + (place % (rows.length - 2));
      const changed = rows.map((row, n) => (n === at ? { ...row, kobo: (row.kobo ?? 0) + by } : row));
      expect(prove(file(changed), { trend })?.proof.breaks.length).toBeGreaterThan(0);
      expect(prove(file(rows.filter((_, n) => n !== at)), { trend })?.proof.breaks.length).toBeGreaterThan(0);
    }),
  );
});
