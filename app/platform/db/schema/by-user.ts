/** The author of a row, and the rows of a status history. */
import * as pg from "drizzle-orm/pg-core";
import { countedId, moment } from "./columns.ts";
import { indexWhereSet, type Indexed } from "./indexes.ts";
import { profiles } from "./people.ts";

/** The author of a row; null once that person is deleted. */
export const byUserId = () =>
  pg.uuid("by_user_id").references((): pg.AnyPgColumn => profiles.id, { onDelete: "set null" });

/** An index by author, so that deleting a person finds the rows of that person. */
export const byUserIndex = (table: string, byUserId: Indexed) =>
  indexWhereSet(`${table}_by_user`, byUserId, "by_user_id");

/** A row of a status history: the former and the new status, the time, and the member of staff. */
export const statusChange = <Status extends string>(statuses: readonly [Status, ...Status[]]) => ({
  id: countedId(),
  at: moment("at").notNull().defaultNow(),
  fromStatus: pg.text("from_status", { enum: statuses }),
  toStatus: pg.text("to_status", { enum: statuses }).notNull(),
  /** The member of staff who changed the status; null if the person whose status it is changed it. */
  byUserId: byUserId(),
});
