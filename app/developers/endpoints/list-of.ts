/** The number of rows on a page if the request does not set a limit. */
export const DEFAULT_LIMIT = 20;

/** Returns one page of a list, and the cursor of the next page. */
export function pageOfList<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { show, cursor }: { show: (row: Row) => Item; cursor: (row: Row) => string },
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit;
  return { data: shown.map(show), has_more: more, next_cursor: more && last ? cursor(last) : null };
}
