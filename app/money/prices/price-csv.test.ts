import { expect, test } from "vitest";
import { SAMPLE_PRICES } from "../../../server/demo/sample-prices.ts";
import { csvLines } from "../../platform/http/csv-download.ts";
import { pricesAsCsv, readPricesCsv } from "./price-csv.server.ts";
import { priceFormValues, readPricesForm } from "./prices-form.ts";

const csv = (file: "rates" | "zones") => csvLines(pricesAsCsv(SAMPLE_PRICES, file));
const errorsOf = (text: string) => {
  const read = readPricesCsv(SAMPLE_PRICES, text);
  return read.ok ? [] : read.errors["csv"]!.split("\n");
};

test("[PRICE-4] an exported list is read back as it was", () => {
  for (const file of ["rates", "zones"] as const)
    expect(readPricesCsv(SAMPLE_PRICES, csv(file))).toMatchObject({ ok: true, list: SAMPLE_PRICES });
  expect(readPricesCsv(SAMPLE_PRICES, csv("rates").replaceAll(",", ";"))).toMatchObject({
    ok: true,
    list: SAMPLE_PRICES,
  });
});

test("[PRICE-4] a file with errors names line and column, or row and column of states, and nothing is read", () => {
  expect(
    errorsOf(
      [
        "zone,service,kind,first,firstPrice,step,stepPrice,max,bands",
        "A,standard,steps,2,-5,0.5,200,100",
        "K,standard,on_request",
        "A,express,bands,,,,,,2 kg: 100;1 kg: 200",
        "A,same_day,steps,0,100,0.5,1,5",
        "B,slow,on_request",
        "B,express,by_weight",
        "A,same_day,on_request",
      ].join("\n"),
    ),
  ).toEqual([
    "Line 3, zone: there is no zone 'K'",
    "Line 6, service: one of standard, express, same_day",
    "Line 7, kind: one of none, on_request, steps, bands",
    "Line 8: A same_day is also on line 5",
    "Line 2, firstPrice: Enter a price in naira, e.g. 12500 or 12500.50",
    "Line 4, bands: The bands up to 2 kg and up to 1 kg overlap",
    "Line 5, first: Enter a weight above 0 kg",
  ]);
  const grid = csv("zones").split("\r\n");
  grid[1] = grid[1]!.replace(",D,", ",Q,");
  expect(errorsOf(grid.join("\n"))).toEqual(["Row Abia, column Adamawa: there is no zone 'Q'"]);
  grid.splice(1, 1);
  expect(errorsOf(grid.join("\n"))).toEqual(["Row Abia is missing"]);
  expect(errorsOf("name,price\nx,1")[0]).toContain("The first cell has to be 'zone'");
});

test("[PRICE-4] the form reads what it shows, and says which price is wrong", () => {
  expect(readPricesForm(SAMPLE_PRICES, priceFormValues(SAMPLE_PRICES))).toEqual({
    ok: true,
    list: SAMPLE_PRICES,
  });
  const wrong = {
    ...priceFormValues(SAMPLE_PRICES),
    "A.standard.firstPrice": "-1",
    "D.express.bands": "1 kg 8000",
    "B.express.max": "1",
    vatPercent: "7.55",
  };
  expect(readPricesForm(SAMPLE_PRICES, wrong)).toMatchObject({
    ok: false,
    errors: {
      "A.standard.firstPrice": "Enter a price in naira, e.g. 12500 or 12500.50",
      "D.express.bands": "Write '1 kg 8000' as weight: price, e.g. 1 kg: 8000",
      "B.express.max": "Enter a maximum weight above the first weight",
      vatPercent: "Enter per cent with at most one decimal, e.g. 7.5",
    },
  });
});
