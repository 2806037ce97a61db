/**
 * RUN-6: a table without a suitable index is read in parts, so that no statement of the retention run exceeds its time
 * limit.
 */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../test/fixtures/bookings.ts";
import { fileServices } from "../test/fixtures/file-services.ts";
import { workOf } from "../test/fixtures/work.ts";
import { KEEP_DAYS } from "./keep-days.ts";
import { purgeExpired } from "./retention.ts";

const { opened } = await fileServices({});

test("[RUN-6] words in old events are erased in every part of a large table, and no statement reads more than a part", async () => {
  const { db } = opened.services;
  // A trigger compares the age of rows by the database's own clock.
  opened.clock.set(new Date("2015-01-01T10:00:00Z"));
  const booking = await bookOne(opened);
  await db.execute(sql`insert into booking_events (booking_id, act_id, occurred_at, to_status, by_name, note)
    select ${booking.id}, (select min(id) from acts), ${opened.clock.now().toISOString()}::timestamptz, 'pending', 'Ada', 'Ngozi was out' from generate_series(1, 500)`);
  opened.clock.pass((KEEP_DAYS.peopleInBookings + 1) * 86_400_000);
  const { result, work: statements } = await workOf(() => purgeExpired(opened.services, 1));
  expect(result.notes).toBe(500);
  const ofEvents = statements.filter((text) => text.startsWith('update "booking_events"'));
  expect(ofEvents.length).toBeGreaterThan(4);
  expect(ofEvents.filter((text) => !text.includes("ctid < "))).toEqual([]);
});
