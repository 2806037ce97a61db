import { eq, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { isUuid } from "../http/uuid.ts";

/** Matches the row with this id. A text that is no UUID, which PostgreSQL would refuse, matches no row. */
export const hasId = (column: PgColumn, id: unknown): SQL => (isUuid(id) ? eq(column, id) : sql`false`);
