/** STAFF-27: the text about a list's length (the SQL is in platform/db/count-up-to.server.ts). */
import type { Page } from "./keyset.ts";

/** The most rows of a list that are counted. For a longer list the text says 'more than'. */
export const MOST_COUNTED = 1000;

/** Returns the number of rows in a list with only one page; null for a list with several pages. */
export const rowTotalOf = ({ rows, previous, next }: Page<unknown>): number | null =>
  previous === null && next === null ? rows.length : null;

/** Returns the number of rows in a list that shows at most `most` rows; null if there may be more rows. */
export const totalBelow = (shown: number, most: number): number | null => (shown < most ? shown : null);

/** The formatter for all numbers. There is only one, because `toLocaleString` creates a formatter for each number. */
const NUMBERS = new Intl.NumberFormat("en-NG");
/** Writes an exact count as text, such as '1,234,567'. */
export const numberText = (count: number): string => NUMBERS.format(count);

export const countText = (count: number): string =>
  count > MOST_COUNTED ? `more than ${numberText(MOST_COUNTED)}` : numberText(count);

/**
 * Writes the text about a list's length. `shown` is the number of rows on this page. `total` is the number of rows on
 * all pages; null if they were not counted.
 */
export function listCount(shown: number, total: number | null, one: string, many: string): string {
  if (total === null) return `${numberText(shown)} ${shown === 1 ? one : many} on this page`;
  const all = countText(total);
  if (total > shown) return `${numberText(shown)} of ${all} ${many} on this page`;
  return `${all} ${total === 1 ? one : many}`;
}
