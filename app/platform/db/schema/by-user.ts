/** The column that names the person who made a row. */
import { sql } from "drizzle-orm";
import { index, uuid, type AnyPgColumn } from "drizzle-orm/pg-core";
import { profiles } from "./people.ts";

/** Who made the row; null once that person is deleted. */
export const byUserId = () =>
  uuid("by_user_id").references((): AnyPgColumn => profiles.id, { onDelete: "set null" });

/** Finds the rows that a person made, when the person is deleted. */
export const byUserIndex = (table: string, byUserId: Parameters<ReturnType<typeof index>["on"]>[0]) =>
  index(`${table}_by_user`)
    .on(byUserId)
    .where(sql`by_user_id is not null`);
