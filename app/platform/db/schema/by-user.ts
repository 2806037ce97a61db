/** The column that names the person who made a row. */
import { uuid, type AnyPgColumn } from "drizzle-orm/pg-core";
import { indexWhereSet, type Indexed } from "./indexes.ts";
import { profiles } from "./people.ts";

/** Who made the row; null once that person is deleted. */
export const byUserId = () =>
  uuid("by_user_id").references((): AnyPgColumn => profiles.id, { onDelete: "set null" });

/** Finds the rows that a person made, when the person is deleted. */
export const byUserIndex = (table: string, byUserId: Indexed) =>
  indexWhereSet(`${table}_by_user`, byUserId, "by_user_id");
