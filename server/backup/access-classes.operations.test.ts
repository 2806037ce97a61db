/** RUN-21: compares the lists of columns that give access with the schema of a real database. */
import { expect, test } from "vitest";
import { fileServices } from "../../test/fixtures/file-services.ts";
import { query } from "../../test/fixtures/database-state.ts";
import { ACCESS, KNOWN, namesOf, NO_ACCESS, NO_ACCESS_COLUMNS } from "./access-classes.ts";
import { END_ACCESS, END_RECEIVER_LINKS, RULES } from "./access-rules.ts";

const { opened } = await fileServices();
const rows = await query<{ table: string; column: string; type: string }>(
  opened.connectionString,
  `select table_name as table, column_name as column, data_type as type from information_schema.columns
   where table_schema = 'public' order by table_name, ordinal_position`,
);
const columnsOf = Map.groupBy(rows, ({ table }) => table);

/** Names of columns that may decide who has access, or when an access ends. */
const LOOKS_LIKE_ACCESS =
  /hash|token|secret|password|(^|_)pin(_|$)|generation|revoked|expires|session|(^|_)role|stopped|withdr|blocked|disabled|suspended|(^|_)access|permission|(^|_)left_at|hidden|locked|otp|totp|api_key/;
/** Columns with hashes of forms and texts. Such a hash only recognises a repeated form, and gives no access. */
const HASHES = ["form_hash", "texts_hash"];

test("[RUN-21] every table of the schema has a class, and every column of a table that gives access", () => {
  expect([...Object.keys(ACCESS), ...NO_ACCESS].toSorted()).toEqual([...columnsOf.keys()].toSorted());
  for (const [table, classes] of Object.entries(ACCESS)) {
    const named = Object.values(classes).flatMap(namesOf);
    const present = columnsOf.get(table)!.map(({ column }) => column);
    if (classes.none === "*")
      expect(present, table).toEqual(expect.arrayContaining(named.filter((name) => name !== "*")));
    else expect(named.toSorted(), table).toEqual(present.toSorted());
  }
});

test("[RUN-21] a column of another table whose name looks like access is named with a reason", () => {
  const looking = rows
    .filter(({ table }) => NO_ACCESS.includes(table) || ACCESS[table]?.none === "*")
    .filter(({ column, type }) => type === "bytea" || LOOKS_LIKE_ACCESS.test(column))
    .filter(({ column }) => !HASHES.includes(column))
    .map(({ table, column }) => `${table}.${column}`);
  expect(looking).toEqual(Object.keys(NO_ACCESS_COLUMNS));
});

test("[RUN-21] each column that takes access away is written by a rule, and each that is ended by a statement", () => {
  const ends = [...END_ACCESS, END_RECEIVER_LINKS].join(" ");
  for (const [table, { taken, ended }] of Object.entries(ACCESS)) {
    const rules = RULES.filter(({ of }) => of.includes(table)).map(({ sql }) => sql);
    for (const column of namesOf(taken))
      expect(
        rules.some((sql) => sql.includes(column)),
        `${table}.${column}`,
      ).toBe(true);
    if (ended) expect(ends, table).toMatch(new RegExp(`(delete from|update) ${table}\\b`));
  }
  // Each rule reads only tables that are copied from the replaced database.
  for (const { of, sql } of RULES) {
    for (const [, table] of sql.matchAll(/known\.(\w+)/g)) expect(of, sql).toContain(table);
    for (const table of of) expect([...KNOWN.keys()]).toContain(table);
  }
});
