/** Columns for the author of a row, and for the rows of a status history. */
import * as pg from "drizzle-orm/pg-core";
import { countedId, moment } from "./columns.ts";
import { indexWhereSet, type Indexed } from "./indexes.ts";
import { profiles } from "./people.ts";

/** Declares the author of a row; null once the author's account is deleted. */
export const byUserId = () =>
  pg.uuid("by_user_id").references((): pg.AnyPgColumn => profiles.id, { onDelete: "set null" });

/** Declares the index that finds a person's rows when the person is deleted. */
export const byUserIndex = (table: string, byUserId: Indexed) =>
  indexWhereSet(`${table}_by_user`, byUserId, "by_user_id");

/** Declares the columns of a row in a status history. */
export const statusChange = <Status extends string>(statuses: readonly [Status, ...Status[]]) => ({
  id: countedId(),
  at: moment("at").notNull().defaultNow(),
  fromStatus: pg.text("from_status", { enum: statuses }),
  toStatus: pg.text("to_status", { enum: statuses }).notNull(),
  /** The person who made the change; null without a login account, or once the account is deleted. */
  byUserId: byUserId(),
});
