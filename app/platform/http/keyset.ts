/** Keyset paging: a page begins after the last row of the page before, so page 1,000 costs no more than page 1. */
import { isUuid } from "./uuid.ts";

/**
 * A row's position in its list: the value by which the list is sorted, and the id, which orders rows with the same
 * value.
 */
export type Cursor<At = Date> = { at: At; id: string };

/** Requests the page after or before the cursor. Without a cursor, requests the first page. */
export type PageParams<At = Date> = { cursor: Cursor<At> | null; direction: "previous" | "next" };

export const FIRST_PAGE = { cursor: null, direction: "next" } as const;

/** The URL parameters for a list's cursors. */
export type PageNames = { previous: string; next: string };

export const NEWEST_FIRST: PageNames = { previous: "newer", next: "older" };
export const MOST_FIRST: PageNames = { previous: "previous", next: "next" };

/** Writes a row's cursor as the text '<ISO time>_<id>'. */
export function writeCursor(row: { createdAt: Date; id: string }): string {
  return `${row.createdAt.toISOString()}_${row.id}`;
}

/** Reads a cursor from its text. Null if the text is not a cursor, so that a truncated link shows the first page. */
export function readCursor(text: string | null, isId: (id: string) => boolean = isUuid): Cursor | null {
  const [, instant, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_(.+)$/.exec(text ?? "") ?? [];
  if (!instant || !id || !isId(id)) return null;
  const at = new Date(instant);
  // Years before 1970 are refused. No row is that old, and PostgreSQL would report an error for the year 0.
  return at.getTime() >= Date.UTC(1970, 0) ? { at, id } : null;
}

export function parsePageParams(params: URLSearchParams): PageParams;
export function parsePageParams<At>(
  params: URLSearchParams,
  read: (text: string | null) => Cursor<At> | null,
  names?: PageNames,
): PageParams<At>;
export function parsePageParams(
  params: URLSearchParams,
  read: (text: string | null) => Cursor<unknown> | null = (text) => readCursor(text),
  names = NEWEST_FIRST,
): PageParams<unknown> {
  const previous = read(params.get(names.previous));
  return previous
    ? { cursor: previous, direction: "previous" }
    : { cursor: read(params.get(names.next)), direction: "next" };
}

/** A page's rows, and the cursors of the previous and the next page, if any. */
export type Page<Row> = { rows: Row[]; previous: string | null; next: string | null };

/**
 * Makes a page from its rows, in the order in which they were read. Drops the extra row that shows whether there is a
 * further page.
 */
export function paginate<Row extends { createdAt: Date; id: string }>(
  rows: Row[],
  size: number,
  page: PageParams<unknown>,
): Page<Row>;
export function paginate<Row>(
  rows: Row[],
  size: number,
  page: PageParams<unknown>,
  write: (row: Row) => string,
): Page<Row>;
export function paginate<Row extends { createdAt: Date; id: string }>(
  rows: Row[],
  size: number,
  { cursor, direction }: PageParams<unknown>,
  write: (row: Row) => string = writeCursor,
): Page<Row> {
  const more = rows.length > size;
  const shown = direction === "previous" ? rows.slice(0, size).reverse() : rows.slice(0, size);
  const first = shown[0];
  const last = shown.at(-1);
  const hasPrevious = direction === "previous" ? more : cursor !== null;
  const hasNext = direction === "previous" || more;
  return {
    rows: shown,
    previous: hasPrevious && first ? write(first) : null,
    next: hasNext && last ? write(last) : null,
  };
}
