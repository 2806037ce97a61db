import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../../test/fixtures/holds.ts";
import { parcelsOfPayouts, type LedgerEntry } from "./payout-parcels.ts";

const collected = (id: number, code: string, grossKobo: number, codFeeKobo = 0): LedgerEntry => ({
  id,
  code,
  grossKobo,
  codFeeKobo,
  isReturn: false,
  reverses: null,
});
const taken = (id: number, code: string, kobo: number): LedgerEntry => ({
  ...collected(id, code, -kobo),
  isReturn: true,
});
const paidOut = (id: number, kobo: number): LedgerEntry => ({
  id,
  code: null,
  grossKobo: -kobo,
  codFeeKobo: 0,
  isReturn: false,
  reverses: null,
});
const reversed = (id: number, of: LedgerEntry): LedgerEntry => ({
  ...of,
  id,
  grossKobo: -of.grossKobo,
  codFeeKobo: -of.codFeeKobo,
  reverses: of.id,
});
const shown = (entries: LedgerEntry[]) =>
  Object.fromEntries(
    [...parcelsOfPayouts(entries)].map(([id, parts]) => [
      id,
      parts.map(({ code, paidKobo }) => [code, paidKobo]),
    ]),
  );

test("[SETTLE-7] a payout pays the oldest first; what is left of a parcel is in the next", () => {
  const entries = [collected(1, "A", 1000, 30), collected(2, "B", 500), paidOut(3, 1200), paidOut(4, 270)];
  expect(parcelsOfPayouts(entries).get(3)?.[0]).toEqual({
    code: "A",
    grossKobo: 1000,
    codFeeKobo: 30,
    paidKobo: 970,
    isReturn: false,
  });
  expect(shown(entries)).toEqual({
    3: [
      ["A", 970],
      ["B", 230],
    ],
    4: [["B", 270]],
  });
});

test("[SETTLE-7] a payout that came back leaves its parcels to the next; a reversed collection is not paid, or taken back", () => {
  const [a, b] = [collected(1, "A", 1000), collected(2, "B", 500)];
  const back = paidOut(3, 1200);
  expect(shown([a, b, back, reversed(4, back), paidOut(5, 1500)])).toEqual({
    3: [
      ["A", 1000],
      ["B", 200],
    ],
    5: [
      ["A", 1000],
      ["B", 500],
    ],
  });
  expect(shown([a, b, reversed(3, a), paidOut(4, 500)])).toEqual({ 4: [["B", 500]] });
  expect(shown([a, paidOut(2, 1000), reversed(3, a), collected(4, "C", 1500), paidOut(5, 500)])).toEqual({
    2: [["A", 1000]],
    5: [
      ["A", -1000],
      ["C", 1500],
    ],
  });
});

test("[SETTLE-7] what was taken for a return is a part of the next payout, and is not once it was given back", () => {
  const [a, back] = [collected(1, "A", 1000), taken(2, "R", 300)];
  expect(shown([a, back, paidOut(3, 700)])).toEqual({
    3: [
      ["R", -300],
      ["A", 1000],
    ],
  });
  expect(shown([a, back, reversed(3, back), paidOut(4, 1000)])).toEqual({ 4: [["A", 1000]] });
  expect(shown([a, back, paidOut(3, 700), reversed(4, back), paidOut(5, 300)])).toMatchObject({
    5: [["R", 300]],
  });
});

test("[SETTLE-7] the parts of each payout make its amount, whatever is collected, reversed and paid out", () => {
  const step = fc.record({
    what: fc.constantFrom("collect", "reverse", "pay", "return", "take"),
    n: fc.nat(4000),
  });
  holds(
    [fc.array(step, { minLength: 15, maxLength: 40 })],
    (steps) => {
      const entries: LedgerEntry[] = [];
      const open = (payout: boolean) =>
        entries.filter(
          (one) =>
            one.reverses === null &&
            (one.code === null) === payout &&
            !entries.some(({ reverses }) => reverses === one.id),
        );
      let owed = 0;
      for (const { what, n } of steps) {
        const id = entries.length + 1;
        const some = open(what === "return");
        const picked = some[n % Math.max(1, some.length)];
        if (what === "collect") entries.push(collected(id, `P${id}`, n + 1, Math.floor(n / 10)));
        else if (what === "take" && owed > 0) entries.push(taken(id, `R${id}`, 1 + (n % owed)));
        else if (what === "pay" && owed > 0) entries.push(paidOut(id, 1 + (n % owed)));
        else if ((what === "reverse" || what === "return") && picked) entries.push(reversed(id, picked));
        owed = entries.reduce((sum, { grossKobo, codFeeKobo }) => sum + grossKobo - codFeeKobo, 0);
      }
      for (const [id, parts] of parcelsOfPayouts(entries))
        expect(parts.reduce((sum, { paidKobo }) => sum + paidKobo, 0)).toBe(-entries[id - 1]!.grossKobo);
      return entries.some(({ code, reverses }) => code === null && reverses !== null);
    },
    { numRuns: 500 },
  );
});
