import { expect, test } from "vitest";
import { takenBackIn } from "./taken-back.ts";

const row = (number: number, direction: "in" | "out", text: string) => ({
  ...{ row: number, on: "2026-11-20", kobo: 500_000, direction, text },
  ...{ reference: "", broken: null },
});
const pairs = (out: string) =>
  Object.fromEntries(takenBackIn([row(1, "in", "NIP FROM NGOZI OKAFOR"), row(2, "out", out)], false));

test("[BANK-6] money out of the same amount takes a row back only if a mark says so, or if both name the same people", () => {
  expect(pairs("DIESEL FOR THE GENERATOR")).toEqual({});
  expect(pairs("RVSL")).toEqual({ 1: 2, 2: 1 });
  expect(pairs("TRF TO OKAFOR NGOZI")).toEqual({ 1: 2, 2: 1 });
});
