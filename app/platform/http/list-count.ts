/** STAFF-27: what a list says about its length. SQL: platform/db/count-up-to.server.ts. */
import type { Page } from "./keyset.ts";

/** Lists count at most so many rows: beyond that they say that there are more. */
export const MOST_COUNTED = 1000;

/** How many rows a list has that fits on one page; null where it has more pages. */
export const totalOf = ({ rows, previous, next }: Page<unknown>): number | null =>
  previous === null && next === null ? rows.length : null;

/** How many rows a list has that shows at most `most` and has no further pages; null where there may be more. */
export const totalBelow = (shown: number, most: number): number | null => (shown < most ? shown : null);

/** Made once: `toLocaleString` makes one for each number. */
const NUMBERS = new Intl.NumberFormat("en-NG");
/** 1,234,567: a count that is known exactly. */
export const numberText = (count: number): string => NUMBERS.format(count);

/** A count that stops at MOST_COUNTED, as people read it. */
export const countText = (count: number): string =>
  count > MOST_COUNTED ? `more than ${numberText(MOST_COUNTED)}` : numberText(count);

/** `shown`: rows on this page. `total`: on all pages; null where they were not counted. */
export function listCount(shown: number, total: number | null, one: string, many: string): string {
  if (total === null) return `${numberText(shown)} ${shown === 1 ? one : many} on this page`;
  const all = countText(total);
  if (total > shown) return `${numberText(shown)} of ${all} ${many} on this page`;
  return `${all} ${total === 1 ? one : many}`;
}
