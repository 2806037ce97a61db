import { describe, expect, test } from "vitest";
import { SAMPLE_PRICES } from "../../../server/demo/sample-prices.ts";
import { compareLists, type ComparedQuotes } from "./compare.ts";
import { changesText, changeText } from "./price-change.ts";

const quoteOf = (kobo: number | null): ComparedQuotes["after"] =>
  kobo === null
    ? { ok: false, reason: "not_offered" }
    : { ...(SAMPLE.after as Extract<ComparedQuotes["after"], { ok: true }>), totalKobo: kobo };
const [SAMPLE] = compareLists(null, SAMPLE_PRICES, "2026-11-24") as [ComparedQuotes];
const row = (before: number | null, after: number | null): ComparedQuotes => ({
  what: "a parcel",
  before: quoteOf(before),
  after: quoteOf(after),
});

describe("[PRICE-9] what a list changes is said in one sentence", () => {
  test.each([
    [[row(1000, 1250), row(500, 500), row(600, 600)], "1 price rises by 25%, 2 stay."],
    [
      [row(1000, 1050), row(1000, 1250), row(1000, 975)],
      "2 prices rise by 5% to 25%, 1 price falls by 2.5%.",
    ],
    [
      [row(null, 500), row(500, null), row(500, 500)],
      "1 price is new, 1 price is no longer offered, 1 stays.",
    ],
    [[row(500, 500), row(null, null)], "No price changes."],
    [[{ ...row(1, 1), before: null }], "These are the first prices."],
    [[{ ...row(1, 1), before: null }, row(500, 500)], "1 price is new, 1 stays."],
    [
      [
        { ...row(1, 1), after: { ok: false, reason: "on_request" } as const, before: quoteOf(null) },
        row(500, 500),
      ],
      "1 price reads otherwise, 1 stays.",
    ],
  ])("%#", (rows, text) => expect(changesText(rows)).toBe(text));

  test("each row says its own change", () => {
    expect([row(1000, 1250), row(1000, 975), row(500, 500), row(null, 500)].map(changeText)).toEqual([
      "+25%",
      "−2.5%",
      "same",
      "-",
    ]);
  });
});
