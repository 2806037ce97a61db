/** STAFF-27: the text about a list's length. The SQL is in platform/db/count-up-to.server.ts. */
import type { Page } from "./keyset.ts";

/** The largest number of rows that lists count. If there are more, the text says 'more than'. */
export const MOST_COUNTED = 1000;

/** The number of rows in a list that fits on one page; null if it has more pages. */
export const totalOf = ({ rows, previous, next }: Page<unknown>): number | null =>
  previous === null && next === null ? rows.length : null;

/** The number of rows in a list that shows at most `most` rows without further pages; null if there may be more. */
export const totalBelow = (shown: number, most: number): number | null => (shown < most ? shown : null);

/** A formatter that is created once, because `toLocaleString` creates one for each number. */
const NUMBERS = new Intl.NumberFormat("en-NG");
/** An exact count as text, such as '1,234,567'. */
export const numberText = (count: number): string => NUMBERS.format(count);

/** A count that stops above MOST_COUNTED, as text. */
export const countText = (count: number): string =>
  count > MOST_COUNTED ? `more than ${numberText(MOST_COUNTED)}` : numberText(count);

/**
 * The text about the length of a list. `shown` is the number of rows on this page. `total` is that of all pages; null
 * if they were not counted.
 */
export function listCount(shown: number, total: number | null, one: string, many: string): string {
  if (total === null) return `${numberText(shown)} ${shown === 1 ? one : many} on this page`;
  const all = countText(total);
  if (total > shown) return `${numberText(shown)} of ${all} ${many} on this page`;
  return `${all} ${total === 1 ? one : many}`;
}
