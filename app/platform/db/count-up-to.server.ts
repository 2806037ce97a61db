import { sql, type SQL } from "drizzle-orm";
import { MOST_COUNTED } from "../http/list-count.ts";
import type { Db } from "./client.server.ts";

/** Counts the rows in `from` (a table with its condition). The count stops at MOST_COUNTED + 1 rows. */
export async function countUpTo(db: Pick<Db, "execute">, from: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${from} limit ${MOST_COUNTED + 1}) found`,
  );
  return rows[0]?.n ?? 0;
}
