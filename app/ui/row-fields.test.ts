import { expect, test } from "vitest";
import { joinRows, rowField, splitRows } from "./row-fields.ts";

test("[COMPANY-1] the fields of rows are the lines of their fact; rows without words are left out", () => {
  const sent = {
    [rowField("leaders", 0)]: " Ada Obi ",
    [rowField("leaders", 0, ", ")]: "Finance",
    [rowField("leaders", 1)]: "",
    [rowField("leaders", 1, ", ")]: "",
    [rowField("leaders", 2)]: "Musa Bello",
    [rowField("leaders", 2, ", ")]: "",
    [rowField("leaders", 12, ", ")]: "Operations",
    motto: "Go",
  };
  expect(joinRows(sent)).toEqual({ motto: "Go", leaders: "Ada Obi, Finance\nMusa Bello\n, Operations" });
  expect(joinRows({ "a[1000]": "x", "a[]": "y", "a b[0]": "z" })).toEqual({
    "a[1000]": "x",
    "a[]": "y",
    "a b[0]": "z",
  });
});

test("[COMPANY-1] a line is cut at its first sign, and joined again", () => {
  expect(splitRows("Trust: each change: recorded\n\nCare", ": ")).toEqual([
    ["Trust", "each change: recorded"],
    ["Care"],
  ]);
  expect(splitRows("https://a.example, b", "")).toEqual([["https://a.example, b"]]);
});
