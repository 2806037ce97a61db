/** The columns and checks that tables have in common. */
import { sql, type SQL } from "drizzle-orm";
import { bigint, customType, integer, text, timestamp, uuid, type AnyPgColumn } from "drizzle-orm/pg-core";

/** Millisecond precision, as in JavaScript: a cursor made from a row finds that row again. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
export const createdAt = () => moment("created_at").notNull().defaultNow();
export const updatedAt = () => moment("updated_at").notNull().defaultNow();
export const id = () => uuid("id").primaryKey().defaultRandom();
/** For a row that people change at the same time: a change names the version that it was made from. */
export const versionColumns = () => ({
  version: integer("version").notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
/** Rises with each row, so that rows of the same moment keep their order. */
export const countedId = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();
/** Who wrote a row of a ledger, and when. No foreign key: the ledger outlives the account. */
export const ledgerColumns = () => ({
  byUserId: uuid("by_user_id"),
  byName: text("by_name").notNull(),
  at: moment("at").notNull(),
});
/** The id of the row that this one is a part of, and is deleted with. */
export const belongsTo = (column: string, parent: () => AnyPgColumn) =>
  uuid(column).notNull().references(parent, { onDelete: "cascade" });
/** The id of the row that this one is about, and that is not deleted before it. */
export const refersTo = (column: string, row: () => AnyPgColumn) => uuid(column).notNull().references(row);
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Keyed hash of the form's content, to detect the same idempotency key with other content. Null in older rows. */
export const formHash = () => bytea("form_hash");
/** The id of a row that a form made, and the form's idempotency key. */
export const formColumns = () => ({
  id: id(),
  formKey: uuid("form_key").notNull().unique(),
  formHash: formHash(),
});

/** `column in ('a', 'b')`, so that a list in TypeScript and the check in the database cannot differ. */
export function oneOf(column: AnyPgColumn, words: readonly string[]): SQL {
  return sql`${column} in ${wordList(words)}`;
}
/** `('a', 'b')`, to the letter: what reads a partial index repeats the words of its condition. */
export const wordList = (words: readonly string[]): SQL => sql.raw(`(${words.map(quoted).join(", ")})`);
const quoted = (word: string) => `'${word.replaceAll("'", "''")}'`;
/** `'a'`, to the letter. */
export const wordOf = (word: string): SQL => sql.raw(quoted(word));
