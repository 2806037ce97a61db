import { expect, test } from "vitest";
import { createWedge } from "./wedge.ts";

function type(text: string, gapMs: number) {
  const read = createWedge();
  let at = 0;
  let last = read("Shift", at);
  for (const key of [...text.split(""), "Enter"]) last = read(key, (at += gapMs));
  return last;
}

test("[SCAN-3] keys in a burst that ends with Enter are a scan; what a person types is not", () => {
  expect(type("OD48210973NG", 5)).toEqual({ kind: "scan", text: "OD48210973NG" });
  expect(type("OD48210973NG", 40)).toEqual({ kind: "scan", text: "OD48210973NG" });
  expect(type("OD48210973NG", 150)).toEqual({ kind: "other" });
  const read = createWedge();
  for (const [n, key] of "OD48210973NG".split("").entries()) read(key, n < 4 ? n * 5 : 300 + n * 5);
  expect(read("Enter", 365)).toEqual({ kind: "scan", text: "OD48210973NG" });
  expect(type("short", 5)).toEqual({ kind: "other" });
});
