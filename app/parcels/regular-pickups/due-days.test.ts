import { expect, test } from "vitest";
import { daysAhead } from "./due-days.ts";

test("[PICKUP-3] no visit on a holiday, nor on a day without hours of the hub", () => {
  const hub = { id: "hub", areas: [], hours: "Mon-Wed 8:00-18:00" };
  const rules = { office: [], hubs: [hub], closed: new Set(["2026-11-24"]), cutOff: "15:00" };
  // 2026-11-22 is a Sunday.
  const found = daysAhead(rules, { days: [0, 1, 3], hubId: hub.id }, new Date("2026-11-22T09:00:00Z"), 10);
  expect(found).toEqual(["2026-11-23", "2026-11-30", "2026-12-01"]);
});
