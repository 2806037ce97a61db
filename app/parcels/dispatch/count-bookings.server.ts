/** STAFF-6, STAFF-27: counts the bookings in each tab, and the results of a filter or search. */
import { inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { countUpTo } from "../../platform/db/count-up-to.server.ts";
import { namedStatement } from "../../platform/db/prepared.server.ts";
import { counters, bookings } from "../../platform/db/schema.ts";
import { lagosDay } from "../../domain/dates.ts";
import { BOOKING_STATUSES, type BookingStatus } from "../../domain/delivery-status.ts";
import { countText, MOST_COUNTED, numberText } from "../../platform/http/list-count.ts";
import {
  filterCondition,
  RECENT,
  textSearchCondition,
  type BookingMatch,
} from "./booking-conditions.server.ts";
import { hasTrigram } from "../../platform/http/search.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { PAGE_SIZE, recentMatches, type RecentMatches } from "./list-bookings.server.ts";

/**
 * Returns the number of results of a search or filter, as text. Call this function only if there is more than one
 * page.
 *
 * The results of a filter are counted up to 1,000. The results of a search are counted among the newest 2,000 bookings
 * of its filter (for terms of one or two letters: 5,000), so that the cost does not grow with the table. If older
 * bookings may match too, the text is, say, 'more than 130'. `recent`: what the first page has already counted.
 */
export async function countBookings(
  db: Db,
  match: BookingMatch,
  recent: Pick<RecentMatches, "found" | "seen"> | null = null,
): Promise<string> {
  const [matches, where] = [textSearchCondition(match), filterCondition(match)];
  if (!matches)
    return countText(await countUpTo(db, sql`${bookings} ${where ? sql`where ${where}` : sql``}`));
  const { found, seen } = recent ?? (await recentMatches(db, { ...match, ...FIRST_PAGE }, matches));
  if (seen < RECENT || !hasTrigram(match.search)) return countText(found);
  return `more than ${numberText(Math.min(Math.max(found, PAGE_SIZE), MOST_COUNTED))}`;
}

/** The number of bookings in each tab. Triggers keep these numbers up to date, so that no request counts bookings. */
export type TabCounts = Record<"all" | BookingStatus | "late", number>;

const tabs = namedStatement<{ name: string; n: number }>(
  "tabs_of_bookings",
  () => sql`
    select case when ${counters.name} like 'due/%' then 'late' else substr(${counters.name}, 8) end as name,
      sum(${counters.n})::float8 as n
    from ${counters}
    where ${inArray(
      counters.name,
      BOOKING_STATUSES.map((status) => `status/${status}`),
    )} or (${counters.name} >= 'due/' and ${counters.name} < ${sql.placeholder("dueBefore")})
    group by 1`,
);

/** Reads the number of bookings in each tab at the time `at`. For staff with the permission `readBookings`. */
export async function countTabs(db: Db, at: Date): Promise<TabCounts> {
  const { rows } = await tabs(db, { dueBefore: `due/${lagosDay(at)}` });
  const of = new Map(rows.map(({ name, n }) => [name, n]));
  const count = (name: string) => of.get(name) ?? 0;
  return {
    all: BOOKING_STATUSES.reduce((sum, status) => sum + count(status), 0),
    late: count("late"),
    ...(Object.fromEntries(BOOKING_STATUSES.map((status) => [status, count(status)])) as Record<
      BookingStatus,
      number
    >),
  };
}
