/** The columns and checks that tables share. */
import { sql, type SQL } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";

/** Declares a time in milliseconds, JavaScript's precision, so that a cursor made from a row finds the row again. */
export const moment = (name: string) =>
  pg.timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
export const createdAt = () => moment("created_at").notNull().defaultNow();
export const updatedAt = () => moment("updated_at").notNull().defaultNow();
export const id = () => pg.uuid("id").primaryKey().defaultRandom();
/**
 * STATUS-3: declares the version of a row that several people may change. Each change increments it. A change must
 * name the version that its author saw. Two members of staff then cannot overwrite each other's changes.
 */
export const versionColumns = () => ({
  version: pg.integer("version").notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
/** Declares an integer of 64 bits, for kobo and for ids of ledger rows. */
export const bigNumber = (name: string) => pg.bigint(name, { mode: "number" });
/** Declares an increasing id, so that rows with the same time keep their order. */
export const countedId = () => bigNumber("id").primaryKey().generatedAlwaysAsIdentity();
/** Declares a ledger row's author and time. No foreign key, because the ledger outlives the login account. */
export const ledgerColumns = () => ({
  byUserId: pg.uuid("by_user_id"),
  byName: pg.text("by_name").notNull(),
  at: moment("at").notNull(),
});
/** Declares a reference to a parent row. Deleting the parent row deletes this row. */
export const belongsTo = (column: string, parent: () => pg.AnyPgColumn) =>
  pg.uuid(column).notNull().references(parent, { onDelete: "cascade" });
/** Declares a reference to a row that cannot be deleted while this row exists. */
export const refersTo = (column: string, row: () => pg.AnyPgColumn) =>
  pg.uuid(column).notNull().references(row);
export const bytea = pg.customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Declares a keyed hash of the form's content. It detects an idempotency key that is used again with other content.
 * Null in older rows.
 */
export const formHash = () => bytea("form_hash");
/** Declares the id of a row that a form made, and the form's idempotency key. */
export const formColumns = () => ({
  id: id(),
  formKey: pg.uuid("form_key").notNull().unique(),
  formHash: formHash(),
});

/** Writes the SQL condition `column in ('a', 'b')`, so that TypeScript and the check in the database share one list. */
export function oneOf(column: pg.AnyPgColumn, words: readonly string[]): SQL {
  return sql`${column} in ${wordList(words)}`;
}
/**
 * Writes the list `('a', 'b')` as literal text. PostgreSQL uses a partial index only if the query repeats the
 * index's condition literally.
 */
export const wordList = (words: readonly string[]): SQL => sql.raw(`(${words.map(quoted).join(", ")})`);
const quoted = (word: string) => `'${word.replaceAll("'", "''")}'`;
/** Writes the value `'a'` as literal text, so that partial indexes are used (see `wordList`). */
export const literalWord = (word: string): SQL => sql.raw(quoted(word));
