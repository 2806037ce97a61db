/** STAFF-6: chooses the weeks that a search reads in the index of weeks and trigrams. */
import { sql, type SQL } from "drizzle-orm";
import { bookings } from "../../platform/db/schema.ts";

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const A_MONDAY = Date.UTC(2000, 0, 3);
const MOST_WEEKS = 52;
/**
 * A search is limited to some weeks only if these weeks are at most this part of the time that the whole list covers.
 * If a page needs more weeks, few bookings match in the whole list, and reading all weeks at once is as fast.
 */
const MOST_OF_LIST = 0.1;
const WIDER = 4;

/** PostgreSQL uses the index only if the query contains exactly this expression. */
const week = sql`array[date_bin('7 days', ${bookings.createdAt}, '2000-01-03 00:00:00+00')]`;

/**
 * The times at which three bookings were made: the `first` and the `last` booking that were read, and the last booking
 * in the whole list (`end`).
 */
export type Stretch = { first: Date; last: Date; end: Date };

/**
 * Yields conditions on the week of booking. Each condition begins at `first` and covers more weeks than the one before.
 * The first condition should cover `bookings` bookings, estimated from the `seen` bookings between `first` and `last`.
 * Yields nothing if the weeks would be a large part of the list.
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
