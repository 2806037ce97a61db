import { expect, test } from "vitest";
import "./phone.server.ts";
import { neutraliseCell } from "../platform/http/csv.ts";
import { lagosTime } from "./dates.ts";
import { exportPhone, toE164 } from "./phone.ts";

test.each([
  ["2026-11-28T18:28:59.999Z", "2026-11-28 19:28"],
  ["2026-11-28T23:00:00Z", "2026-11-29 00:00"],
  ["2026-12-31T22:59:00Z", "2026-12-31 23:59"],
])("[STAFF-14] %s is written as '%s'", (at, text) => {
  expect(lagosTime(new Date(at))).toBe(text);
});

test.each([
  ["+2348031234567", "0803 123 4567"],
  ["+442079460958", "0044 20 7946 0958"],
  ["+15417543010", "001 541 754 3010"],
  ["Not kept", "Not kept"],
  ["", ""],
])("[STAFF-14] the phone %s is written as '%s', needs no guard and is read back", (stored, text) => {
  expect(exportPhone(stored)).toBe(text);
  expect(neutraliseCell(text)).toBe(text);
  if (stored.startsWith("+")) expect(toE164(text)).toBe(stored);
});
