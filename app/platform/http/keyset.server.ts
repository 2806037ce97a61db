/** Builds the SQL of keyset paging (keyset.ts). */
import { asc, desc, sql, type AnyColumn, type SQL } from "drizzle-orm";
import { paginate, type Page, type PageParams } from "./keyset.ts";

type Key = AnyColumn | SQL;

/**
 * Returns the condition and the order of a page that is sorted by two columns. The default order is descending. The
 * two columns are compared together as one row. PostgreSQL can then read one range of an index whose last columns are
 * these two. Two comparisons with OR would read every earlier row as well.
 */
export function keyset(
  columns: readonly [Key, Key],
  { cursor, direction }: PageParams<Date | number | string>,
  order: "asc" | "desc" = "desc",
): { where: SQL | undefined; orderBy: SQL[] } {
  const rising = (direction === "next") === (order === "asc");
  const way = rising ? asc : desc;
  const [first, second] = columns;
  const orderBy = [way(first), way(second)];
  if (!cursor) return { where: undefined, orderBy };
  const at = cursor.at instanceof Date ? cursor.at.toISOString() : cursor.at;
  const compare = sql.raw(rising ? ">" : "<");
  return { where: sql`(${first}, ${second}) ${compare} (${at}, ${cursor.id})`, orderBy };
}

/**
 * Reads one page of `size` rows, newest first. `read` gets a `limit` of one more row, which shows whether there is a
 * further page.
 */
export async function readPage<Row extends { createdAt: Date; id: string }>(
  columns: readonly [Key, Key],
  size: number,
  page: PageParams,
  read: (part: { where: SQL | undefined; orderBy: SQL[]; limit: number }) => Promise<Row[]>,
): Promise<Page<Row>> {
  return paginate(await read({ ...keyset(columns, page), limit: size + 1 }), size, page);
}
