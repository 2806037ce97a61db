/** The numbers of the last week on the home page. */
import { expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { counters } from "../../platform/db/schema.ts";
import { lastWeek } from "./last-week.server.ts";

const { db } = await fileServices({});
/** The time of the tests, a Wednesday. */
const now = () => new Date("2026-11-25T10:00:00Z");
const add = (name: string, n: number, shard = 0) => db.insert(counters).values({ name, shard, n });

test("[HOME-5] it is the Lagos week that is over, from 20 parcels on", async () => {
  expect(await lastWeek({ db, now })).toBeNull();
  await add("week/2026-11-23/delivered", 500);
  await add("week/2026-11-16/delivered", 12);
  await add("week/2026-11-16/in_time", 11);
  expect(await lastWeek({ db, now })).toBeNull();
  await add("week/2026-11-16/delivered", 8, 1);
  expect(await lastWeek({ db, now })).toEqual({ delivered: 20, inTimePercent: 55 });
  const monday = () => new Date("2026-11-22T23:00:00Z");
  expect(await lastWeek({ db, now: monday })).toEqual({ delivered: 20, inTimePercent: 55 });
  const sunday = () => new Date("2026-11-22T22:59:00Z");
  expect(await lastWeek({ db, now: sunday })).toBeNull();
});
