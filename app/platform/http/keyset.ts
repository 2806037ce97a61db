/** Keyset paging: page 1,000 costs what page 1 costs. A cursor is '<ISO time>_<id>'. */
import { isUuid } from "./uuid.ts";

export type Cursor = { at: Date; id: string };

export function writeCursor(row: { createdAt: Date; id: string }): string {
  return `${row.createdAt.toISOString()}_${row.id}`;
}

/** Null when the text is no cursor: a shared link that was cut shows the first page. */
export function readCursor(text: string | null): Cursor | null {
  const [, instant, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_(.+)$/.exec(text ?? "") ?? [];
  if (!instant || !isUuid(id)) return null;
  const at = new Date(instant);
  // PostgreSQL knows no year 0.
  return at.getTime() >= Date.UTC(1970, 0) ? { at, id } : null;
}

/** Direction and cursor, as in the address of a list. */
export function parsePageParams(params: URLSearchParams): {
  cursor: Cursor | null;
  direction: "newer" | "older";
} {
  const newer = readCursor(params.get("newer"));
  return newer
    ? { cursor: newer, direction: "newer" }
    : { cursor: readCursor(params.get("older")), direction: "older" };
}

/** A page of a list: rows, and the cursors of the previous and next page where they exist. */
export type Page<Row> = { rows: Row[]; newer: string | null; older: string | null };

/** Drops the one extra row that tells whether there is a further page. `rows` are in the order they were read. */
export function paginate<Row extends { createdAt: Date; id: string }>(
  rows: Row[],
  size: number,
  direction: "older" | "newer",
  cursor: Cursor | null,
): Page<Row> {
  const more = rows.length > size;
  const shown = direction === "newer" ? rows.slice(0, size).reverse() : rows.slice(0, size);
  const first = shown[0];
  const last = shown.at(-1);
  const hasNewer = direction === "newer" ? more : cursor !== null;
  const hasOlder = direction === "newer" ? true : more;
  return {
    rows: shown,
    newer: hasNewer && first ? writeCursor(first) : null,
    older: hasOlder && last ? writeCursor(last) : null,
  };
}
