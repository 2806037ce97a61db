import { expect, test } from "vitest";
import { columnsForm } from "./statement-page-forms.ts";

const CHOSEN = {
  id: "1",
  date: "0",
  amount: "4",
  details: "2",
  reference: "",
  direction: "",
  dayFirst: "yes",
};

test.each([
  ["date", "Choose the column of the day"],
  ["amount", "Choose the column of the amount"],
  ["details", "Choose the column of the narration"],
])("[BANK-3] a statement's columns without that of the %s are refused at the field", (name, message) => {
  for (const sent of ["", " ", "-1", "40", "x", undefined, null])
    expect(columnsForm.safeParse({ ...CHOSEN, [name]: sent }).error?.issues).toMatchObject([
      { path: [name], message },
    ]);
});

test("[BANK-3] chosen columns are numbers from 0, an optional one may be missing, and what was parsed stays", () => {
  const parsed = columnsForm.parse(CHOSEN);
  expect(parsed).toMatchObject({ date: 0, amount: 4, details: 2, reference: null, direction: null });
  expect(columnsForm.parse(parsed)).toEqual(parsed);
});
