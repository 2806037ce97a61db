/** Who made a row, and the rows of a history of statuses. */
import { text, uuid, type AnyPgColumn } from "drizzle-orm/pg-core";
import { countedId, moment } from "./columns.ts";
import { indexWhereSet, type Indexed } from "./indexes.ts";
import { profiles } from "./people.ts";

/** Who made the row; null once that person is deleted. */
export const byUserId = () =>
  uuid("by_user_id").references((): AnyPgColumn => profiles.id, { onDelete: "set null" });

/** Finds the rows that a person made, when the person is deleted. */
export const byUserIndex = (table: string, byUserId: Indexed) =>
  indexWhereSet(`${table}_by_user`, byUserId, "by_user_id");

/** A row of the history of a status: from which to which, when and by which member of staff. */
export const statusChange = <Status extends string>(statuses: readonly [Status, ...Status[]]) => ({
  id: countedId(),
  at: moment("at").notNull().defaultNow(),
  fromStatus: text("from_status", { enum: statuses }),
  toStatus: text("to_status", { enum: statuses }).notNull(),
  /** Null for the person's own doing. */
  byUserId: byUserId(),
});
