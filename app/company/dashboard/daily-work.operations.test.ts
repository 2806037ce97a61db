/** STAFF-25: the numbers of today and of the last weeks, from counters that triggers maintain. */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeStatus, undoStatus } from "../../parcels/bookings/change-status.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { median, readDailyWork } from "./daily-work.server.ts";

const { opened, services, clock } = await fileServices({ limitsFactor: 100 });
const admin = await makeAdmin(opened, "moderator");
const at = (text: string) => clock.set(new Date(text));

type Status = "in_transit" | "delivered" | "failed";
const set = async (id: string, version: number, status: Status) => {
  const reason = status === "failed" ? ("nobody_home" as const) : null;
  const done = await changeStatus(services, admin, { id, version, status, reason, note: "" }, randomUUID());
  expect(done.ok).toBe(true);
};

test("[STAFF-25] what left, was delivered or failed counts on its Lagos day, and what was undone does not", async () => {
  // This time is on a Thursday in Lagos.
  at("2026-11-12T09:00:00Z");
  const first = await bookOne(opened, { deliveryType: "express" });
  const second = await bookOne(opened, { deliveryType: "express" });
  await set(first.id, 1, "in_transit");
  await set(first.id, 2, "failed");
  await set(second.id, 1, "delivered");
  await undoStatus(services, admin, { id: second.id, version: 2 }, randomUUID());
  expect(await readDailyWork(services)).toMatchObject({
    today: { received: 2, in_transit: 1, delivered: 0, failed: 1 },
    yesterday: { received: 0, in_transit: 0, delivered: 0, failed: 0 },
  });
  // This time is half an hour after midnight in Lagos.
  at("2026-11-12T23:30:00Z");
  await set(second.id, 3, "in_transit");
  expect(await readDailyWork(services)).toMatchObject({
    today: { received: 0, in_transit: 1, delivered: 0, failed: 0 },
    yesterday: { received: 2, in_transit: 1, delivered: 0, failed: 1 },
  });
});

test("[STAFF-25] a week says how many were delivered, how many in time and the median days; late parcels by state", async () => {
  const ids: string[] = [];
  at("2026-11-16T09:00:00Z");
  for (let n = 0; n < 4; n++) ids.push((await bookOne(opened, { deliveryType: "express" })).id);
  const promised = sql`timestamptz '2026-11-18T12:00:00Z'`;
  await services.db.update(bookings).set({ estimatedDelivery: promised });
  at("2026-11-18T22:30:00Z");
  await set(ids[0]!, 1, "delivered");
  await set(ids[1]!, 1, "delivered");
  at("2026-11-20T09:00:00Z");
  await set(ids[2]!, 1, "delivered");
  const { weeks, lateByState, lateCounted } = await readDailyWork(services);
  expect(weeks.map(({ from }) => from)).toEqual([
    "2026-09-28",
    "2026-10-05",
    "2026-10-12",
    "2026-10-19",
    "2026-10-26",
    "2026-11-02",
    "2026-11-09",
    "2026-11-16",
  ]);
  expect(weeks.at(-1)).toEqual({ from: "2026-11-16", delivered: 3, inTimePercent: 67, medianDays: 2 });
  expect(weeks.at(-2)).toEqual({ from: "2026-11-09", delivered: 0, inTimePercent: null, medianDays: null });
  const [open] = await services.db.select().from(bookings).where(eq(bookings.id, ids[3]!));
  // Two bookings are late: the booking of this test, and the booking that the previous test left undelivered.
  expect(lateByState).toEqual([{ state: open!.receiverState, count: 2 }]);
  expect(lateCounted).toBeNull();
  expect((await readDailyWork(services, 1)).lateCounted, "of two, one is counted").toBe(1);
  expect((await readDailyWork(services, 2)).lateCounted).toBeNull();
});

test("the median of counted values", () => {
  expect(median([])).toBeNull();
  expect(median([0, 0])).toBeNull();
  expect(median([1, 0, 1])).toBe(0);
  expect(median([1, 1, 3])).toBe(2);
});
