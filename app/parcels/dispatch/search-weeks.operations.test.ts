/** STAFF-6: a search beyond the newest 2,000 bookings finds every match, but reads only some weeks of the index. */
import { max, min, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookings } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { FIRST_PAGE, readCursor } from "../../platform/http/keyset.ts";
import { textSearchCondition } from "./booking-conditions.server.ts";
import { countBookings } from "./count-bookings.server.ts";
import { listBookings, PAGE_SIZE } from "./list-bookings.server.ts";
import { weeksFor } from "./search-weeks.server.ts";

const { db } = await fileServices();

const DAY = 24 * 60 * 60 * 1000;
const NEWEST = new Date("2026-11-21T10:00:00Z");
const OLDEST = new Date(NEWEST.getTime() - 3 * 365 * DAY);
const BEFORE_ALL = { at: new Date(OLDEST.getTime() - DAY), id: "00000000-0000-0000-0000-000000000000" };

let codes = 10_000_000;
/** Inserts bookings in pairs: the first pair at the time `at`, and each further pair `seconds` later. */
const insert = (many: number, at: Date, seconds: number, name: string) =>
  db.execute(sql`
    insert into bookings (tracking_code, form_key, sender_name, sender_email, sender_phone, sender_address, sender_state, receiver_name,
      receiver_phone, receiver_address, receiver_state, package_description, package_weight, package_type, delivery_type, status,
      estimated_delivery, created_at)
    select 'OD' || (${(codes += 10_000)}::int + n) || 'NG', gen_random_uuid(), ${sql.raw(name)}, 'a@ona.test', '+2348031234567', 'a', 'Lagos', 'Musa',
      '+2348051234567', 'b', 'Kano', 'Books', 1, 'Parcel', 'express', 'pending', ${NEWEST.toISOString()}::timestamptz + interval '9 days',
      ${at.toISOString()}::timestamptz + (n / 2) * ${seconds} * interval '1 second'
    from generate_series(1, ${many}) n`);

const NAMES = { "amara near": 1, "bola farther": 40, "chidi whole": 300 };
/**
 * Inserts 280 bookings of each name. NAMES has a number of days for each name. The bookings, from the newest on:
 * - 20 bookings among the newest 5,000 bookings
 * - 120 bookings in ten days, which end this number of days before the newest 5,000 bookings
 * - 120 bookings in ten days, which begin this number of days after the oldest 5,000 bookings
 * - 20 bookings among the oldest 5,000 bookings
 */
beforeAll(async () => {
  await db.execute(sql`alter table bookings disable trigger user`);
  const names = Object.keys(NAMES);
  const some = `case when n % 250 < ${names.length} then (array['${names.join("','")}'])[1 + n % 250] else 'Ada' end`;
  const stretch = 2500 * 60_000;
  await insert(5000, new Date(NEWEST.getTime() - stretch), 60, some);
  await insert(5000, OLDEST, 60, some);
  for (const [name, days] of Object.entries(NAMES)) {
    await insert(120, new Date(NEWEST.getTime() - stretch - (days + 10) * DAY), 4 * 3600, `'${name}'`);
    await insert(120, new Date(OLDEST.getTime() + stretch + days * DAY), 4 * 3600, `'${name}'`);
  }
  await db.execute(sql`analyze bookings`);
}, 60_000);

const everyId = async (name: string) =>
  (
    await db.execute<{ id: string }>(
      sql`select id from bookings where sender_name = ${name} order by created_at desc, id desc`,
    )
  ).rows.map(({ id }) => id);

describe.each(Object.keys(NAMES))("'%s'", (search) => {
  test("page after page, from the newest and back from the oldest", async () => {
    const all = await everyId(search);
    expect(all).toHaveLength(280);
    const forth: string[] = [];
    for (let page, cursor = null; page !== null; cursor = readCursor(page)) {
      const { rows, next } = await listBookings(db, { search, status: null, cursor, direction: "next" });
      forth.push(...rows.map(({ id }) => id));
      page = next;
    }
    expect(forth).toEqual(all);
    const back: string[] = [];
    for (let page, cursor: typeof BEFORE_ALL | null = BEFORE_ALL; page !== null; cursor = readCursor(page)) {
      const { rows, previous } = await listBookings(db, {
        search,
        status: null,
        cursor,
        direction: "previous",
      });
      back.unshift(...rows.map(({ id }) => id));
      page = previous;
    }
    expect(back).toEqual(all);
  });

  test("with a filter, and late ones", async () => {
    const all = await everyId(search);
    const first = async (more: object) =>
      (await listBookings(db, { search, status: null, ...FIRST_PAGE, ...more })).rows.map(({ id }) => id);
    expect(await first({ status: "pending", state: "Kano" })).toEqual(all.slice(0, PAGE_SIZE));
    expect(await first({ status: "failed" })).toEqual([]);
    const late = await first({ lateBefore: new Date(NEWEST.getTime() + 30 * DAY) });
    expect(late).toHaveLength(PAGE_SIZE);
    expect(all).toEqual(expect.arrayContaining(late));
  });

  test("is counted among the newest, by the first page or anew", async () => {
    const match = { search, status: null };
    const { recent } = await listBookings(db, { ...match, ...FIRST_PAGE });
    const inNewest = await db.execute<{ n: number }>(sql`
      select count(*) filter (where sender_name = ${search})::int as n
      from (select sender_name from bookings order by created_at desc, id desc limit 2000) newest`);
    expect(inNewest.rows).toEqual([{ n: recent?.found }]);
    for (const counted of [recent, null])
      expect(await countBookings(db, match, counted)).toBe(`more than ${PAGE_SIZE}`);
  });
});

test("from the oldest on, the weeks after it are read", async () => {
  const last = new Date(OLDEST.getTime() + 2 * DAY);
  const [week] = [...weeksFor({ first: OLDEST, last, end: NEWEST }, 15_000, 5000)];
  const [range] = await db
    .select({ from: min(bookings.createdAt), to: max(bookings.createdAt) })
    .from(bookings)
    .where(week);
  expect(range?.from).toEqual(OLDEST);
  expect(range?.to?.getTime()).toBeGreaterThan(OLDEST.getTime() + 6 * DAY);
});

test("the index is asked for the text and the weeks together, ever more of them, and never for much of the list", async () => {
  const stretch = { first: NEWEST, last: new Date(NEWEST.getTime() - 2 * DAY), end: OLDEST };
  const weeks = [...weeksFor(stretch, 15_000, 5000)];
  const [week, ...wider] = weeks;
  expect(wider).toHaveLength(2);
  const plan = await transact(db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute<{ "QUERY PLAN": string }>(
      sql`explain select from ${bookings} where ${textSearchCondition({ search: "amara near", status: null })} and ${week}`,
    );
  });
  const lines = plan.rows.map((row) => row["QUERY PLAN"]);
  expect(lines.join("\n")).toContain("bookings_search");
  expect(lines.find((line) => line.includes("Index Cond"))).toMatch(/amara.*near.*date_bin/);
  expect([...weeksFor(stretch, 500_000, 5000)]).toEqual([]);
  // If all scanned bookings were made at one time, the first condition covers only an hour, and wider conditions
  // follow.
  expect([...weeksFor({ ...stretch, last: NEWEST }, 15_000, 5000)].length).toBeGreaterThan(3);
});
