import { expect, test } from "vitest";
import { readLogFilter } from "./log-filter.ts";

const now = new Date("2026-11-21T23:30:00Z"); // Half past midnight of the 22nd in Lagos.
const read = (query: string) => readLogFilter(new URLSearchParams(query), now);

test("without a filter: the last 7 Lagos days to today", () => {
  const { rawValues, filter } = read("");
  expect(rawValues).toMatchObject({ from: "2026-11-15", to: "2026-11-22" });
  expect(filter).toMatchObject({
    since: new Date("2026-11-14T23:00:00Z"),
    until: new Date("2026-11-22T23:00:00Z"),
  });
});

test.each(["2026-02-30", "yesterday", "21/11/2026", "2026-1-1"])("%s is an invalid date", (text) => {
  expect(read(`from=${text}`)).toMatchObject({ filter: null, errors: { from: "Invalid date" } });
  expect(read(`from=${text}`).rawValues.from).toBe("");
  expect(read(`to=${text}`)).toMatchObject({ filter: null, errors: { to: "Invalid date" } });
});

test("what is no admin and no action is left out", () => {
  expect(read("admin=1;drop&action=dance").filter).toMatchObject({ admin: null, action: null });
});
