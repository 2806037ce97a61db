/** STAFF-27: what a list says about its length. SQL: platform/db/count-up-to.server.ts. */
import type { Page } from "./keyset.ts";

/** Lists count at most so many rows: beyond that they say that there are more. */
export const MOST_COUNTED = 1000;

/** How many rows a list has that fits on one page; null where it has more pages. */
export const totalOf = ({ rows, previous, next }: Page<unknown>): number | null =>
  previous === null && next === null ? rows.length : null;

/** `shown`: rows on this page. `total`: on all pages; null where they were not counted. */
export function listCount(shown: number, total: number | null, one: string, many: string): string {
  if (total === null) return `${text(shown)} ${shown === 1 ? one : many} on this page`;
  const all = total > MOST_COUNTED ? `more than ${text(MOST_COUNTED)}` : text(total);
  if (total > shown) return `${text(shown)} of ${all} ${many} on this page`;
  return `${all} ${total === 1 ? one : many}`;
}

const text = (count: number) => count.toLocaleString("en-NG");
