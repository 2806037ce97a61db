import { describe, expect, test } from "vitest";
import { SAMPLE_PRICES } from "../../../server/demo/sample-prices.ts";
import { STATES } from "../../domain/states.ts";
import { gapsOf, priceListSchema, zoneOf, type PriceList } from "./price-list.ts";
import { priceFormValues, readPricesForm } from "./prices-form.ts";
import { quote, type ParcelToQuote } from "./quote.ts";
import { firstGrid, withZone } from "./zones.ts";

const parcel: ParcelToQuote = {
  from: "Lagos",
  to: "Kano",
  grams: 2500,
  packageType: "Document",
  service: "standard",
  declaredKobo: 0,
  day: "2026-11-21",
};
const problems = (list: unknown) => {
  const parsed = priceListSchema.safeParse(list);
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
};

describe("[PRICE-2] the price of a parcel", () => {
  test("has the first weight, each begun half kilo, and VAT", () => {
    expect(quote(SAMPLE_PRICES, { ...parcel, grams: 2501 })).toEqual({
      ok: true,
      lines: [
        { kind: "carriage", label: "Standard delivery, 2.501 kg", kobo: 650_000 },
        { kind: "rounding", label: "Rounding", kobo: 1163 },
        { kind: "vat", label: "VAT 7.5%", kobo: 48_837 },
      ],
      totalKobo: 700_000,
    });
  });
  test("[PRICE-11] of a list without rounding is to the kobo, as it was before there was any", () => {
    const { roundUpToKobo: _, ...before } = SAMPLE_PRICES;
    for (const list of [before, { ...SAMPLE_PRICES, roundUpToKobo: 0 }])
      expect(quote(list, { ...parcel, grams: 2501 })).toEqual({
        ok: true,
        lines: [
          { kind: "carriage", label: "Standard delivery, 2.501 kg", kobo: 650_000 },
          { kind: "vat", label: "VAT 7.5%", kobo: 48_750 },
        ],
        totalKobo: 698_750,
      });
  });
  test("[PRICE-11] that is a multiple of ₦50 already has no line for rounding", () => {
    expect(quote(SAMPLE_PRICES, parcel)).toMatchObject({
      lines: [
        { kind: "carriage", kobo: 600_000 },
        { kind: "vat", kobo: 45_000 },
      ],
      totalKobo: 645_000,
    });
  });
  test("adds handling, remote area and cover up to the ceiling", () => {
    const price = quote(SAMPLE_PRICES, {
      ...parcel,
      to: "Borno",
      packageType: "Electronics",
      declaredKobo: 90_000_000,
    });
    expect(price).toMatchObject({
      lines: [
        { kind: "carriage", kobo: 600_000 },
        { kind: "surcharge", label: "Handling: Electronics", kobo: 30_000 },
        { kind: "remote", label: "Remote area: Borno", kobo: 150_000 },
        { kind: "cover", label: "Cover up to ₦500,000", kobo: 500_000 },
        { kind: "rounding", kobo: 3721 },
        { kind: "vat", kobo: 96_279 },
      ],
    });
  });
  test("has no VAT before its first day", () => {
    const list = { ...SAMPLE_PRICES, vat: { perMille: 75, from: "2026-11-22" } };
    expect(quote(list, parcel)).toMatchObject({ lines: [{ kind: "carriage" }] });
    expect(quote(list, { ...parcel, day: "2026-11-22" })).toMatchObject({ lines: [{}, { kind: "vat" }] });
  });
  test("is missing with a reason: not offered, on request, too heavy, no zone", () => {
    const reason = (list: PriceList, more: Partial<ParcelToQuote> = {}) => {
      const price = quote(list, { ...parcel, ...more });
      return price.ok ? null : price.reason;
    };
    expect(reason(SAMPLE_PRICES, { service: "same_day" })).toBe("not_offered");
    expect(reason(SAMPLE_PRICES, { grams: 100_001 })).toBe("too_heavy");
    expect(reason(SAMPLE_PRICES, { service: "express", grams: 20_001 })).toBe("too_heavy");
    const asked = { ...SAMPLE_PRICES.rates, D: { standard: { kind: "on_request" as const } } };
    expect(reason({ ...SAMPLE_PRICES, rates: asked })).toBe("on_request");
    const grid = withZone(SAMPLE_PRICES.grid, { from: ["Lagos"], to: ["Kano"], zone: "." });
    expect(reason({ ...SAMPLE_PRICES, grid })).toBe("no_zone");
  });
});

describe("[PRICE-1] a price list", () => {
  test("of the demo is complete", () => {
    expect(problems(SAMPLE_PRICES)).toEqual([]);
    expect(gapsOf(SAMPLE_PRICES)).toEqual([]);
  });
  test("names a hole in the grid and a zone without a standard price", () => {
    const grid = withZone(SAMPLE_PRICES.grid, { from: ["Oyo"], to: ["Kano", "Edo"], zone: "." });
    const { D: _, ...rates } = SAMPLE_PRICES.rates;
    expect(gapsOf({ ...SAMPLE_PRICES, grid, rates })).toEqual([
      "From Edo there is no zone to Oyo.",
      "From Kano there is no zone to Oyo.",
      "From Oyo there is no zone to Edo, Kano.",
      "Zone D (Far): Standard has no price. Enter one, or choose 'On request'.",
    ]);
  });
  test("refuses overlapping bands, a cheaper heavier band, a negative price and an unknown zone", () => {
    const withBands = (...bands: [number, number][]) => ({
      ...SAMPLE_PRICES,
      rates: {
        A: { standard: { kind: "bands", bands: bands.map(([upToGrams, kobo]) => ({ upToGrams, kobo })) } },
      },
    });
    expect(problems(withBands([2000, 5], [1000, 6]))).toEqual([
      "The bands up to 2 kg and up to 1 kg overlap",
    ]);
    expect(problems(withBands([1000, 5], [2000, 4]))).toEqual([
      "The band up to 2 kg costs less than the lighter one before it",
    ]);
    expect(problems(withBands([1000, -1])).join()).toContain("Enter a price of ₦0 or more");
    const grid = withZone(SAMPLE_PRICES.grid, { from: ["Lagos"], to: ["Lagos"], zone: "K" });
    expect(problems({ ...SAMPLE_PRICES, grid })).toEqual(["Lagos to Lagos: there is no zone K"]);
  });
  test("[PRICE-11] rounds up to whole naira, at most ₦1,000", () => {
    const rounded = (roundUpToKobo: number) => problems({ ...SAMPLE_PRICES, roundUpToKobo }).join();
    expect([0, 100, 5000, 100_000].map(rounded)).toEqual(["", "", "", ""]);
    expect(rounded(100_100)).toBe("Round up to at most ₦1,000");
    expect(rounded(5050)).toBe("Round up to whole naira, e.g. 50");
    expect(rounded(-100)).not.toBe("");
    expect(readPricesForm(SAMPLE_PRICES, { ...priceFormValues(SAMPLE_PRICES), roundUpTo: "12.50" })).toEqual({
      ok: false,
      errors: { roundUpTo: "Round up to whole naira, e.g. 50" },
    });
    const off = readPricesForm(SAMPLE_PRICES, { ...priceFormValues(SAMPLE_PRICES), roundUpTo: "" });
    expect(off).toMatchObject({ ok: true, list: { roundUpToKobo: 0 } });
    expect(priceFormValues(SAMPLE_PRICES)["roundUpTo"]).toBe("50");
  });
  test("starts from zones by distance, and a change counts in both directions", () => {
    const grid = firstGrid();
    const list = { ...SAMPLE_PRICES, grid };
    expect(zoneOf(list, "Lagos", "Lagos")).toBe("A");
    expect(zoneOf(list, "Lagos", "Oyo")).toBe("B");
    expect(zoneOf(list, "Lagos", "Edo")).toBe("C");
    expect(zoneOf(list, "Lagos", "Kano")).toBe("D");
    const changed = { ...list, grid: withZone(grid, { from: ["Lagos"], to: ["Kano"], zone: "B" }) };
    expect([zoneOf(changed, "Lagos", "Kano"), zoneOf(changed, "Kano", "Lagos")]).toEqual(["B", "B"]);
    expect(
      STATES.every((from) => STATES.every((to) => zoneOf(list, from, to) === zoneOf(list, to, from))),
    ).toBe(true);
  });
});
