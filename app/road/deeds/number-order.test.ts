/** The order of a phone's deeds by their numbers, even if the phone's clock is wrong. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { timeAmongNeighbours, NumberOrder, type DeedNeighbours } from "./when.ts";

const HOUR = 3_600_000;
const at = (hour: number) => ({ at: hour * HOUR, bounded: false });

test("[DEED-16] a deed is not before the one with the number before it, and not after the next one that arrived first", () => {
  const between = { after: 10 * HOUR, before: 12 * HOUR, heard: 20 * HOUR };
  expect(timeAmongNeighbours(at(11), between)).toEqual(at(11));
  expect(timeAmongNeighbours(at(2), between)).toEqual({ at: 10 * HOUR, bounded: true });
  expect(timeAmongNeighbours(at(14), between)).toEqual({ at: 12 * HOUR, bounded: true });
  expect(timeAmongNeighbours({ at: 10 * HOUR - 5_000, bounded: false }, between)).toEqual({
    at: 10 * HOUR,
    bounded: false,
  });
  expect(timeAmongNeighbours({ at: 10 * HOUR - 5_001, bounded: false }, between)).toEqual({
    at: 10 * HOUR,
    bounded: true,
  });
  expect(timeAmongNeighbours({ at: 11 * HOUR, bounded: true }, between)).toEqual({
    at: 11 * HOUR,
    bounded: true,
  });
  // By its clock, this deed happened after the next deed arrived. So the next deed's number is forged, and does not
  // limit this deed's time. If no clock gave this deed's time (`bounded`), the next deed's time limits it.
  const forged = { after: null, before: 12 * HOUR, heard: 13 * HOUR };
  expect(timeAmongNeighbours(at(14), forged)).toEqual(at(14));
  expect(timeAmongNeighbours({ at: 14 * HOUR, bounded: true }, forged)).toEqual({
    at: 12 * HOUR,
    bounded: true,
  });
  // The stored deeds are out of order, because the phone started to number again.
  expect(timeAmongNeighbours(at(2), { after: 12 * HOUR, before: 10 * HOUR, heard: null })).toEqual(at(2));
});

test("[DEED-16] whatever the clock says and in whatever requests they come, deeds of a phone are in the order of their numbers", () => {
  const deed = fc.record({ seq: fc.integer({ min: 1, max: 40 }), at: fc.integer({ min: 0, max: 1e6 }) });
  const requests = fc.array(fc.uniqueArray(deed, { selector: ({ seq }) => seq, maxLength: 8 }), {
    maxLength: 6,
  });
  let wrongClocks = 0;
  fc.assert(
    fc.property(requests, (all) => {
      const stored = new Map<number, number>();
      const neighbours = (_: string, seq: number): DeedNeighbours => {
        const numbers = [...stored.keys()].toSorted((a, b) => a - b);
        return {
          after: stored.get(numbers.findLast((one) => one < seq) ?? -1) ?? null,
          before: stored.get(numbers.find((one) => one > seq) ?? -1) ?? null,
          heard: null,
        };
      };
      for (const request of all) {
        const order = new NumberOrder(neighbours);
        const fresh = request.filter(({ seq }) => !stored.has(seq)).toSorted((a, b) => a.seq - b.seq);
        const placed = fresh.map(({ seq, at: said }) => {
          const { at: when } = order.place({ at: said, bounded: false }, { phone: "a", seq, isAgain: false });
          if (when !== said) wrongClocks++;
          return [seq, when] as const;
        });
        for (const [seq, when] of placed) stored.set(seq, when);
      }
      const times = [...stored].toSorted(([a], [b]) => a - b).map(([, when]) => when);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }),
  );
  expect(wrongClocks).toBeGreaterThan(100);
});

test("[DEED-16] a phone that lost its storage numbers anew, and its new deeds are after one another alone", () => {
  const order = new NumberOrder((_, seq) => ({
    ...{ after: null, before: seq === 1 ? 9 * HOUR : null, heard: null },
  }));
  expect(order.place(at(15), { phone: "a", seq: 1, isAgain: true })).toEqual(at(15));
  expect(order.place(at(3), { phone: "a", seq: 2, isAgain: true })).toEqual({ at: 15 * HOUR, bounded: true });
  expect(order.place(at(3), { phone: "b", seq: 2, isAgain: false })).toEqual(at(3));
});
