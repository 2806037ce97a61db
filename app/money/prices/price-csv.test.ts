import { expect, test } from "vitest";
import { SAMPLE_PRICES } from "../../../server/demo/sample-prices.ts";
import { csvLines } from "../../platform/http/csv-download.ts";
import { pricesAsCsv, readPricesCsv } from "./price-csv.server.ts";
import { formValues, readPricesForm } from "./prices-form.ts";

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

test("[PRICE-13] the price of a return is a row of the file of prices; a file without it leaves it as it is", () => {
  const list = { ...SAMPLE_PRICES, returnPerMille: 455 };
  const text = csvLines(pricesAsCsv(list, "rates"));
  expect(text.trimEnd().split("\r\n").at(-1)).toBe("*,,return_percent,,45.5,,,");
  expect(readPricesCsv(SAMPLE_PRICES, text)).toMatchObject({ ok: true, list });
  expect(readPricesCsv(list, csv("rates"))).toMatchObject({ ok: true, list });
  expect(csv("rates")).not.toContain("return_percent");
  expect(errorsOf(text.replace("45.5", "145"))).toEqual([
    expect.stringMatching(/^Line \d+, price: Enter per cent with at most one decimal/),
  ]);
});

test("[PRICE-4] a file with errors names line and column, or row and column of states, and nothing is read", () => {
  const head = "zone,service,kind,up_to_kg,price,step_kg,step_price,max_kg";
  expect(
    errorsOf(
      [
        head,
        "A,standard,steps,2,-5,0.5,200,100",
        "K,standard,on_request",
        "A,express,bands,2,100",
        "A,express,bands,1,200",
        "A,same_day,steps,0,100,0.5,1,5",
        "B,slow,on_request",
      ].join("\n"),
    ),
  ).toEqual([
    "Line 2, price: Enter a price in naira, e.g. 12500 or 12500.50",
    "Line 3, zone: there is no zone 'K'",
    "Line 5: The bands up to 2 kg and up to 1 kg overlap",
    "Line 6, up_to_kg: Enter a weight above 0 kg",
    "Line 7, service: one of standard, express, same_day",
  ]);
  const grid = csv("zones").split("\r\n");
  grid[1] = grid[1]!.replace(",D,", ",Q,");
  expect(errorsOf(grid.join("\n"))).toEqual(["Row Abia, column Adamawa: there is no zone 'Q'"]);
  grid.splice(1, 1);
  expect(errorsOf(grid.join("\n"))).toEqual(["Row Abia is missing"]);
  expect(errorsOf("name,price\nx,1")[0]).toContain("The first cell has to be 'zone'");
});

test("[PRICE-4] the form reads what it shows, and says which price is wrong", () => {
  expect(readPricesForm(SAMPLE_PRICES, formValues(SAMPLE_PRICES))).toEqual({ ok: true, list: SAMPLE_PRICES });
  const wrong = {
    ...formValues(SAMPLE_PRICES),
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
