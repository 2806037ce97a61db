/** The limits of rates and totals. The properties of all lists are in quote.properties.test.ts. */
import { expect, test } from "vitest";
import { SAMPLE_PRICES } from "../../../server/demo/sample-prices.ts";
import type { PriceList, Rate } from "./price-list.ts";
import { quote } from "./quote.ts";

const DAY = "2026-11-24";
/** The quote of a document from Lagos to Lagos, with a list that has only this rate and no extras. */
function quoted(rate: Rate, grams: number) {
  const list: PriceList = {
    ...SAMPLE_PRICES,
    ...{ rates: Object.fromEntries(SAMPLE_PRICES.zones.map(({ id }) => [id, { standard: rate }])) },
    ...{ surcharges: {}, vat: { ...SAMPLE_PRICES.vat, perMille: 0 }, roundUpToKobo: 0 },
  };
  const parcel = { service: "standard", packageType: "Document", declaredKobo: 0, day: DAY } as const;
  const answer = quote(list, { ...parcel, from: "Lagos", to: "Lagos", grams });
  return answer.ok ? answer.totalKobo : answer.reason;
}

test("[PRICE-2] a weight of a band's limit belongs to it, and above the last it is too heavy", () => {
  const bands = {
    kind: "bands" as const,
    bands: [
      { upToGrams: 1000, kobo: 100 },
      { upToGrams: 2000, kobo: 200 },
    ],
  };
  expect([1000, 1001, 2000, 2001].map((grams) => quoted(bands, grams))).toEqual([100, 200, 200, "too_heavy"]);
});

test("[PRICE-2] steps begin above the first weight, and end with the largest", () => {
  const steps: Rate = {
    kind: "steps",
    firstGrams: 1000,
    firstKobo: 100,
    stepGrams: 500,
    stepKobo: 10,
    maxGrams: 2000,
  };
  expect([1000, 1001, 1500, 2000, 2001].map((grams) => quoted(steps, grams))).toEqual([
    ...[100, 110, 110, 120, "too_heavy"],
  ]);
});

test("[PRICE-2] a share is rounded to whole kobo, half a kobo upwards, and cover is paid up to its ceiling", () => {
  const bands = [{ upToGrams: 1000, kobo: 100 }];
  const more = (surcharge: number, declaredKobo: number) => {
    const list: PriceList = {
      ...SAMPLE_PRICES,
      rates: Object.fromEntries(
        SAMPLE_PRICES.zones.map(({ id }) => [id, { standard: { kind: "bands", bands } }]),
      ),
      surcharges: { Document: { kobo: 0, perMille: surcharge } },
      cover: { perMille: 10, ceilingKobo: 1000 },
      ...{ vat: { ...SAMPLE_PRICES.vat, perMille: 0 }, roundUpToKobo: 0 },
    };
    const parcel = { service: "standard", packageType: "Document", day: DAY, grams: 500 } as const;
    const answer = quote(list, { ...parcel, from: "Lagos", to: "Lagos", declaredKobo });
    return answer.ok && answer.totalKobo - 100;
  };
  expect([4, 5, 14, 15].map((perMille) => more(perMille, 0))).toEqual([0, 1, 1, 2]);
  expect([500, 1000, 5000].map((declared) => more(0, declared))).toEqual([5, 10, 10]);
});

test("[PRICE-2] a rate on request has no price", () =>
  expect(quoted({ kind: "on_request" }, 500)).toBe("on_request"));

test("[PRICE-2] a total of one billion naira is the highest", () => {
  const of = (kobo: number) => quoted({ kind: "bands", bands: [{ upToGrams: 1000, kobo }] }, 500);
  expect([100_000_000_000, 100_000_000_001].map(of)).toEqual([100_000_000_000, "too_heavy"]);
});
