import { describe, expect, test } from "vitest";
import { holds } from "../../../test/fixtures/holds.ts";
import fc from "fast-check";
import { SAMPLE_PRICES } from "../../../server/demo/sample-prices.ts";
import type { PriceLine } from "../../domain/payment.ts";
import { priceListSchema } from "./price-list.ts";
import { quote } from "./quote.ts";
import { deliveryKobo, ifItComesBack, returnFee, withReturn } from "./return-fee.ts";

const sum = (lines: readonly PriceLine[]) => lines.reduce((total, { kobo }) => total + kobo, 0);
const DAY = "2026-11-25";

describe("[PRICE-13] the price of a return", () => {
  test("is a share of the delivery's price, rounded up as totals are", () => {
    expect(returnFee({ returnPerMille: 500, roundUpToKobo: 5000 }, 645_000)).toBe(325_000);
    expect(returnFee({ returnPerMille: 500, roundUpToKobo: 0 }, 645_000)).toBe(322_500);
    expect(returnFee({ returnPerMille: 0, roundUpToKobo: 5000 }, 645_000)).toBe(0);
    expect(ifItComesBack(325_000)).toBe("If nobody takes it, the return costs ₦3,250");
    expect(ifItComesBack(0)).toBeNull();
  });

  test("of a list from before there was one is nothing, and such a list is read as it was", () => {
    const before = JSON.parse(JSON.stringify(SAMPLE_PRICES)) as typeof SAMPLE_PRICES;
    expect(priceListSchema.parse(before)).toEqual(SAMPLE_PRICES);
    expect(returnFee(SAMPLE_PRICES, 645_000)).toBe(0);
    for (const wrong of [-1, 1001, 0.5])
      expect(priceListSchema.safeParse({ ...before, returnPerMille: wrong }).success).toBe(false);
  });

  test("is a line of its own, with its VAT in the line of the VAT, to the kobo", () =>
    holds(
      [
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.constantFrom(0, 5000),
        fc.boolean(),
      ],
      (grams, returnPerMille, roundUpToKobo, taxed) => {
        const vat = { perMille: 75, from: taxed ? "2020-01-01" : "2030-01-01" };
        const list = { ...SAMPLE_PRICES, returnPerMille, roundUpToKobo, vat };
        const price = quote(list, {
          ...{ from: "Lagos", to: "Kano", grams, packageType: "Parcel", service: "standard" },
          ...{ declaredKobo: 0, day: DAY },
        });
        if (!price.ok) return false;
        const fee = returnFee(list, deliveryKobo(price.lines));
        const lines = withReturn(price.lines, fee, taxed ? 75 : 0);
        expect(sum(lines)).toBe(price.totalKobo + fee);
        expect(lines.filter(({ kind }) => kind === "return")).toHaveLength(fee > 0 ? 1 : 0);
        expect(lines.filter(({ kind }) => kind === "vat").length).toBe(taxed ? 1 : 0);
        expect(lines.filter(({ kind }) => kind !== "vat" && kind !== "return")).toEqual(
          price.lines.filter(({ kind }) => kind !== "vat"),
        );
        return fee > 0;
      },
    ));

  test("does not fall with credit, and a price without VAT gets its own", () => {
    const lines: PriceLine[] = [
      { kind: "carriage", label: "Delivery", kobo: 600_000 },
      { kind: "credit", label: "Referral credit", kobo: -200_000 },
    ];
    expect(deliveryKobo(lines)).toBe(600_000);
    expect(withReturn(lines, 107_500, 75)).toEqual([
      ...lines,
      { kind: "return", label: "Return to sender", kobo: 100_000 },
      { kind: "vat", label: "VAT 7.5%", kobo: 7500 },
    ]);
  });
});
