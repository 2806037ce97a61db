/** The columns and checks that tables share. */
import { sql, type SQL } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";

/** A time in milliseconds, the precision of JavaScript, so that a cursor from a row finds the row again. */
export const moment = (name: string) =>
  pg.timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
export const createdAt = () => moment("created_at").notNull().defaultNow();
export const updatedAt = () => moment("updated_at").notNull().defaultNow();
export const id = () => pg.uuid("id").primaryKey().defaultRandom();
/**
 * STATUS-3: the version of a row that several people may change. Each change increments it. A change must
 * name the version that its author saw, so that two members of staff cannot overwrite each other's changes.
 */
export const versionColumns = () => ({
  version: pg.integer("version").notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
/** An integer of 64 bits, for kobo and for ids of ledger rows. */
export const bigNumber = (name: string) => pg.bigint(name, { mode: "number" });
/** An increasing id, so that rows with the same time keep their order. */
export const countedId = () => bigNumber("id").primaryKey().generatedAlwaysAsIdentity();
/** A ledger row's author and time. No foreign key, because the ledger outlives the login account. */
export const ledgerColumns = () => ({
  byUserId: pg.uuid("by_user_id"),
  byName: pg.text("by_name").notNull(),
  at: moment("at").notNull(),
});
/** Deleting the parent row deletes this row. */
export const belongsTo = (column: string, parent: () => pg.AnyPgColumn) =>
  pg.uuid(column).notNull().references(parent, { onDelete: "cascade" });
/** The other row cannot be deleted while this row exists. */
export const refersTo = (column: string, row: () => pg.AnyPgColumn) =>
  pg.uuid(column).notNull().references(row);
export const bytea = pg.customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * A keyed hash of the form's content. It detects an idempotency key that is used again with other content. Older rows
 * have null.
 */
export const formHash = () => bytea("form_hash");
/** The id of a row that a form made, and the form's idempotency key. */
export const formColumns = () => ({
  id: id(),
  formKey: pg.uuid("form_key").notNull().unique(),
  formHash: formHash(),
});

/** `column in ('a', 'b')`: TypeScript and the check in the database share one list. */
export function oneOf(column: pg.AnyPgColumn, words: readonly string[]): SQL {
  return sql`${column} in ${wordList(words)}`;
}
/**
 * `('a', 'b')` as literal text. PostgreSQL uses a partial index only if the query repeats the index's
 * condition literally.
 */
export const wordList = (words: readonly string[]): SQL => sql.raw(`(${words.map(quoted).join(", ")})`);
const quoted = (word: string) => `'${word.replaceAll("'", "''")}'`;
/** `'a'` as literal text, so that partial indexes are used (see `wordList`). */
export const literalWord = (word: string): SQL => sql.raw(quoted(word));
