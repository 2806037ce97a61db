/** STAFF-6: the weeks that a search reads in the index. It holds each booking's week beside the trigrams of its text. */
import { sql, type SQL } from "drizzle-orm";
import { bookings } from "../../platform/db/schema.ts";

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const A_MONDAY = Date.UTC(2000, 0, 3);
const MOST_WEEKS = 52;
/**
 * Reading more than this part of the list costs as much as reading all, because a page of matches in it means few in all.
 */
const MOST_OF_LIST = 0.1;
const WIDER = 4;

/** Character for character the expression of the index. */
const week = sql`array[date_bin('7 days', ${bookings.createdAt}, '2000-01-03 00:00:00+00')]`;

/**
 * The newest bookings of a page's list, or the next newer ones: the times between which they were made, and the other end of
 * the list.
 */
export type Stretch = { first: Date; last: Date; end: Date };

/**
 * Conditions on the weeks from `first` on, each reaching further than the last. The first should contain `bookings` of the
 * list, given that the stretch contains `seen`. None if that is a large part of the list.
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
