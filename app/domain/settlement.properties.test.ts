/** Properties for every fee, and every way of collecting an amount. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codFeeOf, MAX_COLLECT_KOBO, type CodFeeTerms } from "./settlement.ts";

const terms: fc.Arbitrary<CodFeeTerms> = fc.record({
  perMille: fc.integer({ min: 0, max: 1000 }),
  minimumKobo: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })),
});
const kobo = fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: MAX_COLLECT_KOBO }));

test("[COD-3] handling is whole kobo, never below 0, never above what was collected, and nothing without money", () => {
  fc.assert(
    fc.property(kobo, terms, (collected, of) => {
      const handling = codFeeOf(collected, of);
      expect(Number.isSafeInteger(handling)).toBe(true);
      expect(handling).toBeGreaterThanOrEqual(0);
      expect(handling).toBeLessThanOrEqual(collected);
      expect(codFeeOf(0, of)).toBe(0);
    }),
  );
});

test("[COD-3] more collected never costs less handling, and never leaves the payee less", () => {
  fc.assert(
    fc.property(kobo, kobo, terms, (some, more, of) => {
      const [before, after] = [codFeeOf(some, of), codFeeOf(some + more, of)];
      expect(after).toBeGreaterThanOrEqual(before);
      expect(some + more - after).toBeGreaterThanOrEqual(some - before);
    }),
  );
});

test("[COD-3] collected in parts and reversed in any order, the handling is that of what is left", () => {
  fc.assert(
    fc.property(fc.array(kobo, { maxLength: 8 }), fc.array(fc.boolean()), terms, (parts, reversed, of) => {
      let [collected, handling] = [0, 0];
      const enter = (gross: number) => {
        handling += codFeeOf(collected + gross, of) - handling;
        collected += gross;
      };
      for (const part of parts) enter(part);
      for (const [at, part] of parts.entries()) if (reversed[at]) enter(-part);
      expect(handling).toBe(codFeeOf(collected, of));
      expect(collected).toBe(parts.filter((_, at) => !reversed[at]).reduce((sum, part) => sum + part, 0));
    }),
  );
});
