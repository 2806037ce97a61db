import { expect, test } from "vitest";
import { rememberBlocked } from "./blocked-until.ts";

test("a refusal is remembered for ten seconds at most, and says how long it really lasts", () => {
  let now = 0;
  const blocked = rememberBlocked(() => now);
  blocked.remember("long", 60_000);
  blocked.remember("short", 2_000);
  now = 1_999;
  expect([blocked.msOf("long"), blocked.msOf("short"), blocked.msOf("other")]).toEqual([58_001, 1, 0]);
  now = 2_000;
  expect(blocked.msOf("short")).toBe(0);
  now = 10_000;
  expect(blocked.msOf("long")).toBe(0);
});

test("what is lifted here is forgotten, and of too many the oldest", () => {
  const blocked = rememberBlocked(() => 0);
  for (let n = 0; n <= 10_001; n++) blocked.remember(String(n), 1_000);
  expect([0, 1, 2, 10_001].map((n) => blocked.msOf(String(n)))).toEqual([0, 0, 1_000, 1_000]);
  blocked.forget("2");
  expect(blocked.msOf("2")).toBe(0);
});
