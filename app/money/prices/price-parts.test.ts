import { expect, test } from "vitest";
import { SAMPLE_PRICES } from "../../../server/demo/sample-prices.ts";
import { DELIVERY_TYPES } from "../../domain/booking.ts";
import {
  ADDED_PARTS,
  addedSummary,
  partTitle,
  ratePart,
  rateSummary,
  readPart,
  returnChange,
} from "./price-parts.ts";
import { partLabels } from "./price-labels.ts";
import { priceFormValues } from "./prices-form.ts";

const PARTS = [
  ...SAMPLE_PRICES.zones.flatMap(({ id }) => [id, ...DELIVERY_TYPES.map((type) => ratePart(id, type))]),
  ...ADDED_PARTS,
];

test("[PRICE-12] each part that is saved as it is shown changes nothing", () => {
  for (const part of PARTS)
    expect(readPart(SAMPLE_PRICES, part, priceFormValues(SAMPLE_PRICES)), part).toEqual({
      ok: true,
      list: SAMPLE_PRICES,
    });
});

test("[PRICE-12] [BOOK-13] each field of a price has a label, which the summary of errors says, too", () => {
  const labels = Object.assign({}, ...PARTS.map(partLabels)) as Record<string, string>;
  const bands = { zone: "A", names: ["first", "firstPrice", "step", "stepPrice", "max", "bands"] };
  const fields = [
    ...Object.keys(priceFormValues(SAMPLE_PRICES)).filter((name) => !name.startsWith("remote.")),
    ...bands.names.map((name) => `${bands.zone}.standard.${name}`),
  ];
  for (const field of fields) expect(labels[field], field).toBeTruthy();
  expect(partLabels("A.express")["A.express.firstPrice"]).toBe("First price (₦)");
  expect(partLabels("A.standard")["A.standard.bands"]).toBe("Weight bands, one a line");
});

test("[PRICE-12] a part changes alone, whatever else its form says; a box that is not ticked is off", () => {
  const other = { vatPercent: "99", "B.standard.firstPrice": "1", "remote.Kano": "on" };
  expect(readPart(SAMPLE_PRICES, "A", { ...other, "zone.A": "Near" })).toMatchObject({
    list: { ...SAMPLE_PRICES, zones: [{ id: "A", name: "Near" }, ...SAMPLE_PRICES.zones.slice(1)] },
  });
  expect(readPart(SAMPLE_PRICES, "remote", { ...other, remotePrice: "2000" })).toMatchObject({
    list: { ...SAMPLE_PRICES, remote: { states: ["Kano"], kobo: 200_000 } },
  });
  const { cashOnDelivery: _, ...without } = SAMPLE_PRICES;
  expect(readPart(SAMPLE_PRICES, "cod", other)).toEqual({
    ok: true,
    list: { ...without, cashOnDelivery: undefined },
  });
  expect(readPart(SAMPLE_PRICES, "A.express", { "A.express.kind": "none" })).toMatchObject({
    list: { rates: { A: { standard: SAMPLE_PRICES.rates["A"]!.standard } } },
  });
});

test("[PRICE-12] what a list has no part of is refused", () => {
  for (const part of ["", "Z", "Z.express", "A.slow", "toString", "A.express.first"])
    expect([part, readPart(SAMPLE_PRICES, part, {}).ok, partTitle(SAMPLE_PRICES, part)]).toEqual([
      part,
      false,
      null,
    ]);
});

test("[PRICE-12] the editor says each part in words", () => {
  const { A, B, D } = SAMPLE_PRICES.rates;
  expect(rateSummary(A!.standard)).toEqual({
    main: "₦2,000 up to 2 kg",
    more: "+ ₦200 every 0.5 kg, up to 100 kg",
  });
  expect(rateSummary(D!.express)).toEqual({
    main: "₦8,000 up to 1 kg",
    more: "3 bands, up to 20 kg: ₦36,000",
  });
  expect(rateSummary(B!.same_day)).toEqual({ main: "Not offered" });
  expect(ADDED_PARTS.map((part) => addedSummary(SAMPLE_PRICES, part).main)).toEqual([
    "Electronics 5%, Fragile ₦500",
    "₦1,500 once",
    "1% of the value, up to ₦500,000",
    "7.5% from 1 Feb 2020",
    "Up to ₦50",
    "1.5% of what we collect, at least ₦300",
    "Costs nothing",
  ]);
});

test("[PRICE-13] the price of a return is a part of its own, and its change is said before publishing", () => {
  const half = readPart(SAMPLE_PRICES, "return", { returnPercent: "50" });
  expect(half).toEqual({ ok: true, list: { ...SAMPLE_PRICES, returnPerMille: 500 } });
  if (!half.ok) return;
  expect(addedSummary(half.list, "return")).toEqual({ main: "50% of the delivery's price" });
  expect(returnChange(SAMPLE_PRICES, half.list)).toBe(
    "Return to sender: costs nothing → 50% of the delivery's price.",
  );
  expect(returnChange(null, SAMPLE_PRICES)).toBeNull();
  expect(readPart(half.list, "return", { returnPercent: "" })).toMatchObject({ list: { returnPerMille: 0 } });
  expect(readPart(SAMPLE_PRICES, "return", { returnPercent: "120" })).toMatchObject({
    errors: { returnPercent: "Enter per cent with at most one decimal, e.g. 7.5" },
  });
});
