/** Properties of the COD fee: for all terms, for every amount, and for every way to collect an amount in parts. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../test/fixtures/holds.ts";
import {
  codFeeAdded,
  codFeeOf,
  maskedAccount,
  MAX_COLLECT_KOBO,
  payableOf,
  promiseText,
  type CodFeeTerms,
} from "./settlement.ts";

const terms: fc.Arbitrary<CodFeeTerms> = fc.record({
  perMille: fc.integer({ min: 0, max: 1000 }),
  minimumKobo: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })),
});
const kobo = fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: MAX_COLLECT_KOBO }));

test("[COD-3] handling is whole kobo, never below 0, never above what was collected, and nothing without money", () => {
  holds([kobo, terms], (collected, of) => {
    const handling = codFeeOf(collected, of);
    expect(Number.isSafeInteger(handling)).toBe(true);
    expect(handling).toBeGreaterThanOrEqual(0);
    expect(handling).toBeLessThanOrEqual(collected);
    expect(codFeeOf(0, of)).toBe(0);
    return handling > 0 && handling < collected;
  });
});

test("[COD-3] more collected never costs less handling, and never leaves the payee less", () => {
  holds([kobo, kobo, terms], (some, more, of) => {
    const [before, after] = [codFeeOf(some, of), codFeeOf(some + more, of)];
    expect(after).toBeGreaterThanOrEqual(before);
    expect(some + more - after).toBeGreaterThanOrEqual(some - before);
    return after > before;
  });
});

/**
 * The COD fee, calculated with whole numbers of any size: a share rounded to the nearest kobo, at least the minimum, at
 * most the amount.
 */
function feeInFull(collected: number, { perMille, minimumKobo }: CodFeeTerms): number {
  const thousandths = BigInt(collected) * BigInt(perMille);
  const share = Number(thousandths / 1000n) + (thousandths % 1000n >= 500n ? 1 : 0);
  if (share > collected || minimumKobo > collected) return collected;
  return share > minimumKobo ? share : minimumKobo;
}

test("[COD-3] the fee is the rounded share, the minimum if that is more, and never more than was collected", () => {
  const kinds = new Set<string>();
  holds([kobo, terms], (collected, of) => {
    const fee = feeInFull(collected, of);
    expect(codFeeOf(collected, of)).toBe(fee);
    kinds.add(fee === collected ? "all" : fee === of.minimumKobo ? "minimum" : "share");
    return (collected * of.perMille) % 1000 >= 500 && fee < collected && fee > of.minimumKobo;
  });
  expect([...kinds].toSorted()).toEqual(["all", "minimum", "share"]);
  expect(codFeeOf(-100, { perMille: 20, minimumKobo: 50 })).toBe(0);
});

test("[COD-3] collected in parts and reversed in any order, the fees of the entries sum up to the fee of what is left", () => {
  const parts = fc.array(fc.record({ kobo, reversed: fc.boolean(), turn: fc.nat() }), { maxLength: 8 });
  holds([parts, terms], (list, of) => {
    const rows: { kobo: number; fee: number }[] = [];
    const sum = (read: (row: (typeof rows)[number]) => number) =>
      rows.reduce((all, row) => all + read(row), 0);
    // The sums that the database's triggers would store.
    const enter = (gross: number) => {
      const account = { collectedKobo: sum((row) => row.kobo), codFeeKobo: sum((row) => row.fee) };
      const fee = codFeeAdded(
        { ...account, codFeePerMille: of.perMille, codFeeMinimumKobo: of.minimumKobo },
        gross,
      );
      rows.push({ kobo: gross, fee });
    };
    for (const part of list) enter(part.kobo);
    for (const part of list.toSorted((a, b) => a.turn - b.turn)) if (part.reversed) enter(-part.kobo);
    const left = list.reduce((all, part) => all + (part.reversed ? 0 : part.kobo), 0);
    expect(sum((row) => row.fee)).toBe(feeInFull(left, of));
    return left > 0 && list.some(({ reversed }) => reversed);
  });
});

test("[CASH-3] payable is the part of the debt that no rider holds; never below 0, and money held too little counts for nothing", () => {
  expect(payableOf({ owedKobo: 5000, heldKobo: 0 })).toBe(5000);
  expect(payableOf({ owedKobo: 5000, heldKobo: 2000 })).toBe(3000);
  expect(payableOf({ owedKobo: 5000, heldKobo: 7000 })).toBe(0);
  expect(payableOf({ owedKobo: -10, heldKobo: 0 })).toBe(0);
  expect(payableOf({ owedKobo: 5000, heldKobo: -300 })).toBe(5000);
});

test("[CASH-10] the promise names its days, and is empty without one", () => {
  expect(promiseText(0)).toBe("");
  expect(promiseText(1)).toBe("We pay it out within 1 day of that.");
  expect(promiseText(2)).toBe("We pay it out within 2 days of that.");
});

test("[SETTLE-1] of a bank account only the last four digits are shown", () =>
  expect(maskedAccount("0123456789")).toBe("•••• 6789"));
