import { expect, test } from "vitest";
import { askedStickers } from "./sticker.ts";

test.each([
  ["", { count: 0, typed: "24", paper: "roll" }],
  ["count=48&paper=a4", { count: 48, typed: "48", paper: "a4" }],
  ["count=240&paper=tape", { count: 240, typed: "240", paper: "roll" }],
  ["count=0", { count: null, typed: "0", paper: "roll" }],
  ["count=241", { count: null, typed: "241", paper: "roll" }],
  ["count=many", { count: null, typed: "many", paper: "roll" }],
  ["count=", { count: null, typed: "", paper: "roll" }],
])("[PIECE-5] the address %j asks for %j", (query, asked) =>
  expect(askedStickers(new URLSearchParams(query))).toEqual(asked),
);
