import { expect, test } from "vitest";
import { comparedShare, NO_PARCELS, percentOf, readParcelParams, totalParcels } from "./parcel-report.ts";

const shareOf = (firstDelivered: number, firstTries: number) =>
  percentOf({ ...NO_PARCELS, firstDelivered, firstTries }, "firstAttempt");

test("[REPORT-8] a share of nothing is none, 100% is all of them and 0% is none of them", () => {
  expect([shareOf(0, 0), shareOf(0, 3), shareOf(3, 3)]).toEqual([null, 0, 100]);
  expect([shareOf(1, 1000), shareOf(999, 1000), shareOf(2, 3)]).toEqual([1, 99, 67]);
});

test("[REPORT-8] a share is said beside that of the period before", () => {
  expect(comparedShare(87, 84)).toBe("3 points more than 84%");
  expect(comparedShare(83, 84)).toBe("1 point less than 84%");
  expect(comparedShare(84, 84)).toBe("As before");
  expect(comparedShare(null, 84)).toBe("Before: 84%");
  expect(comparedShare(84, null)).toBe("Nothing to compare with");
});

test("[REPORT-8] it opens by hub, where there is none by lane, and a hub is one of the runs only", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  const view = (query: string, hasHubs = true) => readParcelParams(new URLSearchParams(query), now, hasHubs);
  expect(view("")).toMatchObject({
    view: "hub",
    hub: null,
    period: { from: "2026-11-01", to: "2026-11-21" },
  });
  expect(view("by=month", false).view).toBe("lane");
  const hub = "0b3f7c1e-0000-4000-8000-00000000000f";
  expect(view(`by=run&hub=${hub}`).hub).toBe(hub);
  expect([view("by=run&hub=IKJ").hub, view(`by=lane&hub=${hub}`).hub]).toEqual([null, null]);
});

test("lines add up", () => {
  const total = totalParcels([
    { ...NO_PARCELS, missing: 1 },
    { ...NO_PARCELS, missing: 2, returned: 1 },
  ]);
  expect(total).toEqual({ ...NO_PARCELS, missing: 3, returned: 1 });
});
