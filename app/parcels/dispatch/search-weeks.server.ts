/**
 * STAFF-6: the weeks that a search reads in the index, which has each booking's week beside the trigrams of its text.
 */
import { sql, type SQL } from "drizzle-orm";
import { bookings } from "../../platform/db/schema.ts";

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const A_MONDAY = Date.UTC(2000, 0, 3);
const MOST_WEEKS = 52;
/**
 * The largest part of the list's period for which the index is read by weeks. If a page of matches needs a larger part,
 * the whole list has few matches, and reading all of them costs as little.
 */
const MOST_OF_LIST = 0.1;
const WIDER = 4;

/** The week of a booking. The expression must equal that of the index, or PostgreSQL does not use the index. */
const week = sql`array[date_bin('7 days', ${bookings.createdAt}, '2000-01-03 00:00:00+00')]`;

/**
 * The part of the list that a search has scanned. `first` and `last` are the times at which the first and the last
 * scanned booking were made. `end` is the time of the booking at the end of the list, to which the search continues.
 */
export type Stretch = { first: Date; last: Date; end: Date };

/**
 * Conditions on the weeks that a search reads in the index. All begin at `first`, and each is wider than the one
 * before. The first condition should cover `bookings` bookings, if bookings are as frequent as the `seen` scanned ones.
 * Yields none if the weeks would be a large part of the list.
 */
export function* weeksFor({ first, last, end }: Stretch, bookings: number, seen: number): Generator<SQL> {
  const [begin, way] = [first.getTime(), Math.sign(end.getTime() - first.getTime())];
  const most = Math.min(MOST_WEEKS * WEEK_MS, Math.abs(end.getTime() - begin) * MOST_OF_LIST);
  const stretch = Math.abs(last.getTime() - begin);
  for (let span = Math.max(HOUR_MS, (stretch * bookings) / seen); span < most; span *= WIDER)
    yield inWeeks(Math.min(begin, begin + way * span), Math.max(begin, begin + way * span));
}

function inWeeks(from: number, to: number): SQL {
  const weeks: string[] = [];
  for (let at = from - ((from - A_MONDAY) % WEEK_MS); at <= to; at += WEEK_MS)
    weeks.push(new Date(at).toISOString());
  return sql`${week} && ${sql.param(weeks)}::timestamptz[]`;
}
