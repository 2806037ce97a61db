import { expect, test } from "vitest";
import { daysAhead } from "./due-days.ts";

test("[PICKUP-3] no visit on a holiday, nor on a day without hours of the hub", () => {
  const hub = { id: "hub", areas: [], hours: "Mon-Wed 8:00-18:00" };
  const rules = { office: [], hubs: [hub], closed: new Set(["2026-11-24"]), cutOff: "15:00" };
  // 2026-11-22 is a Sunday.
  const found = daysAhead(
    rules,
    { days: [0, 1, 3], hubId: hub.id, untilTime: "17:00" },
    new Date("2026-11-22T09:00:00Z"),
    10,
  );
  expect(found).toEqual(["2026-11-23", "2026-11-30", "2026-12-01"]);
});

test("[PICKUP-3] a day whose time window is over has no visit any more", () => {
  const office = [{ first: 0, last: 4, opens: "8:00", closes: "18:00" }];
  const rules = { hubs: [], office, closed: new Set<string>(), cutOff: "16:00" };
  const daily = { days: [0, 1, 2, 3, 4], hubId: "hub", untilTime: "17:00" };
  const from = (time: string) => daysAhead(rules, daily, new Date(`2026-11-30T${time}:00+01:00`), 2);
  expect(from("16:59")).toEqual(["2026-11-30", "2026-12-01"]);
  expect(from("17:00")).toEqual(["2026-12-01"]);
  expect(from("00:05")).toEqual(["2026-11-30", "2026-12-01"]);
});
