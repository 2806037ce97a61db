/** STAFF-25: today's and yesterday's work, eight weeks of deliveries, and the late parcels by state. */
import { and, count, desc, inArray, lt, sql } from "drizzle-orm";
import { addDays, lagosDay, startOfLagosDay, startOfLagosWeek } from "../../domain/dates.ts";
import { counters, bookings } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { OPEN_STATUSES, WORK_STATUSES, type WorkStatus } from "../../domain/delivery-status.ts";

const WEEKS = 8;
const DAYS_OF_WEEK = 7;
/** Delivery times up to this number of days are counted separately. A longer time counts as 30 days. */
const MOST_DAYS = 30;
const MOST_STATES = 8;
/** At most this many late parcels are counted: those with the most recent promised days. The count takes 2 ms. */
const MOST_LATE = 10_000;
/** How many bookings were received on a day, and how many were set to each later status on that day. */
type Day = Record<"received" | WorkStatus, number>;
export type Week = {
  /** The Monday of the week, a Lagos day. */
  from: string;
  delivered: number;
  /** The percentage of deliveries in time; null without a delivery. */
  inTimePercent: number | null;
  /** The median of Lagos days from booking to delivery; null without a delivery. */
  medianDays: number | null;
};
export type DailyWork = {
  today: Day;
  yesterday: Day;
  /** The oldest week is first. The last week is the current week. */
  weeks: Week[];
  /** The states with the most late parcels, the largest number first. */
  lateByState: { state: string; count: number }[];
  /** The number of counted parcels if some late parcels were not counted; null if all were counted. */
  lateCounted: number | null;
};

/**
 * Reads counters that the database maintains. Only late parcels are counted here, with an index, and at most
 * `mostLate` of them. For staff.
 */
export async function readDailyWork({ db, now }: Services, mostLate: number = MOST_LATE): Promise<DailyWork> {
  const at = now();
  const [today, yesterday] = [lagosDay(at), lagosDay(addDays(at, -1))];
  const weeks = Array.from({ length: WEEKS }, (_, place) => mondayOf(at, WEEKS - 1 - place));
  const names = [
    ...[today, yesterday].flatMap((day) => [
      `day/${day}`,
      ...WORK_STATUSES.map((status) => `work/${day}/${status}`),
    ]),
    ...weeks.flatMap((week) => [
      `week/${week}/delivered`,
      `week/${week}/in_time`,
      ...Array.from({ length: MOST_DAYS + 1 }, (_, days) => `week/${week}/days/${days}`),
    ]),
  ];
  const late = db
    .select({ state: bookings.receiverState })
    .from(bookings)
    .where(and(inArray(bookings.status, OPEN_STATUSES), lt(bookings.promisedDay, startOfLagosDay(at))))
    .orderBy(desc(bookings.promisedDay))
    .limit(mostLate + 1)
    .as("late");
  const [rows, states] = await Promise.all([
    db
      .select({ name: counters.name, n: sql<number>`sum(${counters.n})::float8` })
      .from(counters)
      .where(inArray(counters.name, names))
      .groupBy(counters.name),
    db
      .select({ state: late.state, count: count() })
      .from(late)
      .groupBy(late.state)
      .orderBy(desc(count()), late.state),
  ]);
  const of = new Map(rows.map(({ name, n }) => [name, n]));
  const number = (name: string) => of.get(name) ?? 0;
  const dayOf = (day: string): Day => ({
    received: number(`day/${day}`),
    ...(Object.fromEntries(
      WORK_STATUSES.map((status) => [status, number(`work/${day}/${status}`)]),
    ) as Record<WorkStatus, number>),
  });
  const weekOf = (from: string): Week => {
    const delivered = number(`week/${from}/delivered`);
    const took = Array.from({ length: MOST_DAYS + 1 }, (_, days) => number(`week/${from}/days/${days}`));
    return {
      from,
      delivered,
      inTimePercent: delivered > 0 ? Math.round((100 * number(`week/${from}/in_time`)) / delivered) : null,
      medianDays: median(took),
    };
  };
  return {
    today: dayOf(today),
    yesterday: dayOf(yesterday),
    weeks: weeks.map(weekOf),
    lateByState: states.slice(0, MOST_STATES),
    lateCounted: states.reduce((sum, { count: n }) => sum + n, 0) > mostLate ? mostLate : null,
  };
}

/** Returns the Monday of the Lagos week that was `weeksAgo` weeks before `at`. */
function mondayOf(at: Date, weeksAgo: number): string {
  return lagosDay(addDays(startOfLagosWeek(at), -weeksAgo * DAYS_OF_WEEK));
}

/** Returns the lower median of a list. `counts[n]` says how often the list contains n. Null for an empty list. */
export function median(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, n) => sum + n, 0);
  let seen = 0;
  for (const [value, n] of counts.entries()) {
    seen += n;
    if (n > 0 && seen * 2 >= total) return value;
  }
  return null;
}
