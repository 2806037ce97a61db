/**
 * The demo's story, made at different times of day: each demo door shows work in progress, and no event is in
 * the future.
 */
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import "../../app/platform/files/clean-picture.server.ts";
import "../../app/platform/files/clean-proof.server.ts";
import { lastWeek } from "../../app/company/marketing/last-week.server.ts";
import { lagosDay } from "../../app/domain/dates.ts";
import { openDeposits } from "../../app/money/cash/read-cash.server.ts";
import { rollUpParcelChanges } from "../../app/road/parcel-reports/roll-up-parcels.server.ts";
import { recountRoad } from "../../test/fixtures/road.ts";
import { openTestServices, type TestServices } from "../../test/fixtures/services.ts";
import { seedSampleStores } from "./seed.server.ts";
import { tellStory } from "./tell-story.ts";

let opened: TestServices | null = null;
afterEach(() => opened?.close());

const TIMES = [
  ["a Sunday morning", "2026-11-29T09:10:00+01:00"],
  ["a Sunday evening", "2026-11-29T21:30:00+01:00"],
  ["half past midnight", "2026-12-02T00:30:00+01:00"],
  ["an early Monday", "2026-11-30T06:51:00+01:00"],
  ["a Saturday at noon", "2026-11-28T12:00:00+01:00"],
  ["Christmas", "2026-12-25T13:00:00+01:00"],
] as const;

test.each(TIMES)(
  "[DEMO-4] told on %s, today's run is on the road with what is promised for today",
  async (_, time) => {
    opened = await openTestServices();
    const { services, clock } = opened;
    const { db } = services;
    const now = new Date(time);
    clock.set(now);
    await seedSampleStores(db, services.files, now);
    expect(await tellStory(services)).toBe(true);
    await rollUpParcelChanges(db);
    const rowsOf = async <Row extends Record<string, unknown>>(query: string) =>
      (await db.execute<Row>(sql.raw(query))).rows;
    const today = lagosDay(now);
    const [run] = await rowsOf<{ stops: number; late: number }>(`
    select count(*)::int as stops, (count(*) filter (where b.promised_day < r.day))::int as late
    from runs r join hubs h on h.id = r.hub_id join run_pieces rp on rp.run_id = r.id
      join pieces p on p.id = rp.piece_id join bookings b on b.id = p.booking_id
    where h.code = 'ABJ' and r.kind = 'delivery' and r.state = 'out' and r.day = '${today}'`);
    expect(run).toEqual({ stops: 12, late: 0 });
    const future = now.toISOString();
    for (const [table, column] of [
      ["bookings", "created_at"],
      ["booking_events", "occurred_at"],
      ["custody_entries", "occurred_at"],
      ["payments", "at"],
      ["orders", "created_at"],
      ["activity_logs", "created_at"],
    ])
      expect(
        await rowsOf(`select ${column} from ${table} where ${column} > '${future}'`),
        `${table} ${column}`,
      ).toEqual([]);
    const kinds = await rowsOf<{ kind: string }>(
      "select distinct kind from exceptions where closed_at is null order by kind",
    );
    expect(kinds.length).toBeGreaterThanOrEqual(10);
    const week = await lastWeek(services);
    expect(week!.inTimePercent).toBeGreaterThanOrEqual(84);
    expect((await openDeposits(db)).length).toBeLessThanOrEqual(1);
    expect(await recountRoad({ services })).toEqual([]);
    const odd = await rowsOf(`select created_at at time zone 'Africa/Lagos' as at from bookings
    where extract(hour from created_at at time zone 'Africa/Lagos') not between 8 and 17`);
    expect(odd).toEqual([]);
  },
  400_000,
);
