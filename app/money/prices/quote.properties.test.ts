/** Properties of every price list and every parcel. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holds } from "../../../test/fixtures/holds.ts";
import { vatIn } from "../../domain/money.ts";
import { DELIVERY_TYPES, PACKAGE_TYPES } from "../../domain/booking.ts";
import type { LineKind, PriceLine } from "../../domain/payment.ts";
import { STATES } from "../../domain/states.ts";
import { withCredit } from "../referrals/credit.server.ts";
import { MAX_GRAMS, MAX_PRICE_KOBO, priceListSchema, type PriceList, type Rate } from "./price-list.ts";
import { quote, type ParcelToQuote } from "./quote.ts";
import { gridOf } from "./zones.ts";

const kobo = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: MAX_PRICE_KOBO }));
const grams = fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1, max: MAX_GRAMS }));
const perMille = fc.integer({ min: 0, max: 1000 });

const steps = fc
  .record({
    firstGrams: grams,
    firstKobo: kobo,
    stepGrams: grams.map((n) => Math.max(100, n)),
    stepKobo: kobo,
    more: grams,
  })
  .map(({ more, ...rate }): Rate => ({
    kind: "steps",
    ...rate,
    maxGrams: Math.min(MAX_GRAMS, rate.firstGrams + more),
  }));
const bands = fc
  .array(fc.record({ upToGrams: grams, kobo }), { minLength: 1, maxLength: 8 })
  .map((all): Rate => {
    const weights = [...new Set(all.map(({ upToGrams }) => upToGrams))].toSorted((a, b) => a - b);
    const prices = all.map((band) => band.kobo).toSorted((a, b) => a - b);
    return { kind: "bands", bands: weights.map((upToGrams, at) => ({ upToGrams, kobo: prices[at] ?? 0 })) };
  });
const rate = fc.oneof(
  { weight: 4, arbitrary: steps },
  { weight: 4, arbitrary: bands },
  { weight: 1, arbitrary: fc.constant<Rate>({ kind: "on_request" }) },
);
const services = fc
  .tuple(...DELIVERY_TYPES.map((service) => fc.option(fc.tuple(fc.constant(service), rate), { freq: 6 })))
  .map((offered) => Object.fromEntries(offered.filter((one) => one !== null)));

const list = fc
  .record({
    rates: fc.record({ A: services, B: services }),
    surcharges: fc.dictionary(fc.constantFrom(...PACKAGE_TYPES), fc.record({ kobo, perMille })),
    remote: fc.record({ states: fc.subarray(STATES), kobo }),
    cover: fc.record({ perMille, ceilingKobo: fc.integer({ min: 0, max: 10_000_000_000 }) }),
    vat: fc.record({ perMille, from: fc.constantFrom("2020-02-01", "2026-11-22") }),
    roundUpToKobo: fc.constantFrom(undefined, 0, 100, 5000, 100_000),
    seed: fc.integer({ min: 0, max: 6 }),
  })
  .map(({ seed, ...parts }) =>
    priceListSchema.parse({
      ...parts,
      zones: [
        { id: "A", name: "Near" },
        { id: "B", name: "Far" },
      ],
      grid: gridOf((from, to) => "ABABAB.".charAt((STATES.indexOf(from) + STATES.indexOf(to) + seed) % 7)),
    }),
  );
const parcel: fc.Arbitrary<ParcelToQuote> = fc.record({
  from: fc.constantFrom(...STATES),
  to: fc.constantFrom(...STATES),
  grams: fc.oneof(fc.integer({ min: 1, max: 60_000 }), grams),
  packageType: fc.constantFrom(...PACKAGE_TYPES),
  service: fc.constantFrom(...DELIVERY_TYPES),
  declaredKobo: fc.oneof(
    fc.integer({ min: 0, max: 100_000_000 }),
    fc.integer({ min: 0, max: 100_000_000_000 }),
  ),
  day: fc.constantFrom("2019-01-01", "2026-11-21", "2026-11-22"),
});

const ofAll = (check: (list: PriceList, parcel: ParcelToQuote) => boolean, numRuns = 150) =>
  holds([list, parcel], check, { numRuns });

describe("[PRICE-2] a quote", () => {
  test("has lines in whole kobo, none negative, whose sum is the total", () => {
    ofAll((prices, one) => {
      const price = quote(prices, one);
      if (!price.ok) return false;
      for (const line of price.lines) {
        expect(Number.isSafeInteger(line.kobo)).toBe(true);
        expect(line.kobo).toBeGreaterThanOrEqual(0);
      }
      expect(price.lines.reduce((sum, line) => sum + line.kobo, 0)).toBe(price.totalKobo);
      expect(price.totalKobo).toBeLessThanOrEqual(100_000_000_000);
      return price.totalKobo > 0;
    });
  });
  test("never falls when the parcel gets heavier, and never returns once it is too heavy", () => {
    holds(
      [list, parcel, grams],
      (prices, one, other) => {
        const [light, heavy] = [one.grams, other].toSorted((a, b) => a - b) as [number, number];
        const [less, more] = [
          quote(prices, { ...one, grams: light }),
          quote(prices, { ...one, grams: heavy }),
        ];
        if (!less.ok) expect(more.ok).toBe(false);
        else if (more.ok) expect(more.totalKobo).toBeGreaterThanOrEqual(less.totalKobo);
        else expect(more.reason).toBe("too_heavy");
        return less.ok && more.ok && less.totalKobo < more.totalKobo;
      },
      { numRuns: 150 },
    );
  });
  test("never falls when the declared value rises", () => {
    ofAll((prices, one) => {
      const [less, more] = [
        quote(prices, one),
        quote(prices, { ...one, declaredKobo: one.declaredKobo + 1_000_000 }),
      ];
      if (less.ok && more.ok) expect(more.totalKobo).toBeGreaterThanOrEqual(less.totalKobo);
      return less.ok && more.ok && less.totalKobo < more.totalKobo;
    });
  });
  test("is the same for the same parcel, also from a list that went through JSON", () => {
    ofAll((prices, one) => {
      const stored = priceListSchema.parse(JSON.parse(JSON.stringify(prices)));
      const price = quote(prices, one);
      expect(quote(stored, { ...one })).toEqual(price);
      return price.ok;
    }, 60);
  });
});

describe("[PRICE-11] a rounded total", () => {
  const of = (price: { lines: PriceLine[] }, kind: LineKind) =>
    price.lines.filter((line) => line.kind === kind).reduce((sum, { kobo }) => sum + kobo, 0);
  const plain = (prices: PriceList): PriceList => ({ ...prices, roundUpToKobo: 0 });

  test("is the next multiple of ₦50, has the VAT that is in it, and its parts add up to it", () => {
    ofAll((prices, one) => {
      const [exact, rounded] = [
        quote(plain(prices), one),
        quote({ ...prices, roundUpToKobo: 5000 }, one),
      ] as const;
      expect(rounded.ok).toBe(exact.ok);
      if (!exact.ok || !rounded.ok) return false;
      expect(rounded.totalKobo % 5000).toBe(0);
      expect(rounded.totalKobo).toBeGreaterThanOrEqual(exact.totalKobo);
      expect(rounded.totalKobo).toBeLessThan(exact.totalKobo + 5000);
      expect(rounded.lines.reduce((sum, { kobo }) => sum + kobo, 0)).toBe(rounded.totalKobo);
      const perMille = one.day >= prices.vat.from ? prices.vat.perMille : 0;
      expect(of(rounded, "vat")).toBe(vatIn(rounded.totalKobo, perMille));
      // Accountants check the VAT on the net amount. The result may differ by one kobo, because each line is rounded.
      const net = rounded.totalKobo - of(rounded, "vat");
      expect(Math.abs(of(rounded, "vat") - (net * perMille) / 1000)).toBeLessThanOrEqual(1);
      // The rounded price and the exact price differ only in the rounding and in the VAT on the rounding.
      for (const kind of ["carriage", "surcharge", "remote", "cover"] as const)
        expect(of(rounded, kind)).toBe(of(exact, kind));
      expect(of(rounded, "rounding")).toBeGreaterThanOrEqual(0);
      expect(of(rounded, "rounding")).toBeLessThan(5000);
      return of(rounded, "rounding") > 0;
    }, 400);
  });
  test("without rounding is VAT on the sum of the parts, as before", () => {
    ofAll((prices, one) => {
      const price = quote(plain(prices), one);
      if (!price.ok) return false;
      const net = price.totalKobo - of(price, "vat");
      const perMille = one.day >= prices.vat.from ? prices.vat.perMille : 0;
      expect(of(price, "rounding")).toBe(0);
      expect(of(price, "vat")).toBe(Math.floor((net * perMille + 500) / 1000));
      return of(price, "vat") > 0;
    }, 400);
  });
  test("keeps its lines, VAT and rounding where referral credit is taken off", () => {
    holds(
      [list, parcel, fc.integer({ min: 0, max: 10_000_000 })],
      (prices, one, credit) => {
        const price = quote({ ...prices, roundUpToKobo: 5000 }, one);
        if (!price.ok) return false;
        const lowered = withCredit(price, credit);
        expect(lowered.lines.slice(0, price.lines.length)).toEqual(price.lines);
        expect(lowered.lines.reduce((sum, { kobo }) => sum + kobo, 0)).toBe(lowered.totalKobo);
        expect(lowered.totalKobo).toBe(price.totalKobo - Math.min(credit, price.totalKobo));
        return lowered.totalKobo < price.totalKobo;
      },
      { numRuns: 150 },
    );
  });
});
