/** The rows of a page of a list, unless the request says how many. */
export const DEFAULT_LIMIT = 20;

/** A list as the API writes it: one page, and the cursor of the next. */
export function listOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { show, cursor }: { show: (row: Row) => Item; cursor: (row: Row) => string },
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit;
  return { data: shown.map(show), has_more: more, next_cursor: more && last ? cursor(last) : null };
}
