/**
 * RUN-21: access that was revoked after a backup stays revoked when the backup is restored. The rows to be replaced are
 * copied to a separate schema, and the rules of access-rules.ts compare the restored tables with these copies.
 */
import type pg from "pg";
import { readBackupFile } from "./backup-format.ts";
import { plainColumns, quoteName, tablesInOrder } from "./backup-tables.ts";
import { KNOWN } from "./access-classes.ts";
import { END_ACCESS, END_RECEIVER_LINKS, RULES } from "./access-rules.ts";

const SCHEMA = "known";
const STEP = 500;

/** The names of the copied tables, and of the missing columns (as 'table.column'). */
type SetAside = { tables: ReadonlySet<string>; missing: string[] };

export type KeptAccess = {
  /** The access that stays revoked after the restore, in words. `n` is the number of affected rows. */
  kept: { what: string; n: number }[];
  /** Facts that the restore could not know. Each sentence begins with 'whether' or 'what'. */
  unknown: string[];
};

/**
 * Copies the current rows before the tables of the schema `restored` replace them. From here on a lock stops all
 * writes, so that the copy misses no change.
 */
export async function setAsideReplaced(client: pg.Client, restored: string): Promise<SetAside> {
  const present = await tablesInOrder(client, "public");
  const columnsOf = new Map<string, string[]>();
  for (const table of KNOWN.keys())
    if (present.includes(table))
      columnsOf.set(
        table,
        (await plainColumns(client, "public", table)).map(({ name }) => name),
      );
  if (columnsOf.size > 0)
    await client.query(
      `lock table ${[...columnsOf.keys()].map((table) => `public.${quoteName(table)}`).join(", ")} in share mode`,
    );
  return fill(client, restored, columnsOf, async (table, columns) => {
    const names = columns.map(quoteName).join(", ");
    await client.query(
      `insert into ${SCHEMA}.${quoteName(table)} (${names}) select ${names} from public.${quoteName(table)}`,
    );
  });
}

/** Copies the rows of a newer backup. `tables` lists all tables of that backup. The file must have been verified. */
async function setAsideNewer(client: pg.Client, file: string, tables: readonly string[]): Promise<SetAside> {
  const columnsOf = new Map<string, string[]>();
  for (const table of KNOWN.keys()) if (tables.includes(table)) columnsOf.set(table, []);
  const set = await fill(client, "public", columnsOf, async () => {});
  let batch: { table: string; rows: string[] } = { table: "", rows: [] };
  const flush = async () => {
    const to = `${SCHEMA}.${quoteName(batch.table)}`;
    if (batch.rows.length > 0)
      await client.query(
        `insert into ${to} select p.* from json_array_elements($1::json) r, json_populate_record(null::${to}, r) p`,
        [`[${batch.rows.join(",")}]`],
      );
    batch = { table: "", rows: [] };
  };
  for await (const entry of readBackupFile(file)) {
    if (entry.kind !== "row" || !columnsOf.has(entry.table)) continue;
    if (entry.table !== batch.table || batch.rows.length >= STEP) await flush();
    batch.table = entry.table;
    batch.rows.push(entry.text);
    columnsOf.set(entry.table, entry.columns);
  }
  await flush();
  return { ...set, missing: missingIn(columnsOf) };
}

/** Creates the tables of `columnsOf` with the column types of the schema `typed`, and fills them. */
async function fill(
  client: pg.Client,
  typed: string,
  columnsOf: ReadonlyMap<string, string[]>,
  fillTable: (table: string, columns: string[]) => Promise<void>,
): Promise<SetAside> {
  await client.query(`drop schema if exists ${SCHEMA} cascade`);
  await client.query(`create schema ${SCHEMA}`);
  for (const [table, present] of columnsOf) {
    const wanted = KNOWN.get(table) ?? [];
    await client.query(
      `create table ${SCHEMA}.${quoteName(table)} as select ${wanted.map(quoteName).join(", ")} from ${typed}.${quoteName(table)} with no data`,
    );
    await fillTable(
      table,
      wanted.filter((name) => present.includes(name)),
    );
  }
  return { tables: new Set(columnsOf.keys()), missing: missingIn(columnsOf) };
}

/** Lists the missing columns. An empty table's columns are unknown, so they do not count as missing. */
const missingIn = (columnsOf: ReadonlyMap<string, string[]>) =>
  [...columnsOf].flatMap(([table, present]) =>
    present.length === 0
      ? []
      : (KNOWN.get(table) ?? []).filter((name) => !present.includes(name)).map((name) => `${table}.${name}`),
  );

/**
 * Copied tables, each with the column whose ids are compared with the ids of a restored table. One common id shows that
 * both databases belong to the same installation.
 */
const SHARED = [
  ["profiles", "id", "profiles"],
  ["erasures", "person_id", "profiles"],
  ["bookings", "id", "bookings"],
] as const;

async function isRelated(client: pg.Client, { tables }: SetAside): Promise<boolean> {
  for (const [table, column, restored] of SHARED.filter(([name]) => tables.has(name))) {
    const { rowCount } = await client.query(
      `select from ${SCHEMA}.${table} k join public.${restored} r on r.id = k.${column} limit 1`,
    );
    if (rowCount) return true;
  }
  return false;
}

/**
 * Applies the rules whose tables were copied, and adds the number of changed rows to `counts`. Returns the missing
 * tables and columns.
 */
async function applyRules(
  client: pg.Client,
  set: SetAside,
  { related, counts }: { related: boolean; counts: Map<string, number> },
): Promise<string[]> {
  const missing = new Set(set.missing);
  for (const { what, of, sql, always } of RULES) {
    if (!related && !always) continue;
    const without = of.filter((table) => !set.tables.has(table));
    without.forEach((table) => missing.add(table));
    if (without.length > 0) continue;
    const { rowCount } = await client.query(sql);
    if (what !== null && rowCount) counts.set(what, (counts.get(what) ?? 0) + rowCount);
  }
  return [...missing].toSorted();
}

/** A newer backup, which contains later changes of access. `tables` lists all its tables. */
export type NewerBackup = { file: string; tables: readonly string[] };

/**
 * Ends all sessions, unused links and shifts, and revokes the access that the replaced database or a newer backup no
 * longer gives. If neither of them shows which receivers' links were renewed, all receivers' links end.
 */
export async function keepAccessTaken(
  client: pg.Client,
  replaced: SetAside,
  newer: NewerBackup | null,
): Promise<KeptAccess> {
  for (const statement of END_ACCESS) await client.query(statement);
  const counts = new Map<string, number>();
  const unknown: string[] = [];
  let [known, links] = [false, false];
  const apply = async (set: SetAside, source: string) => {
    const related = await isRelated(client, set);
    known ||= related;
    links ||= related && set.tables.has("receiver_links");
    const missing = await applyRules(client, set, { related, counts });
    if (related && missing.length > 0) unknown.push(`what ${source} does not have: ${missing.join(", ")}`);
  };
  await apply(replaced, "the replaced database");
  if (newer) await apply(await setAsideNewer(client, newer.file, newer.tables), "the newer backup");
  await client.query(`drop schema ${SCHEMA} cascade`);
  if (!links) await client.query(END_RECEIVER_LINKS);
  if (!known)
    unknown.unshift(
      "what was taken away since the backup, because nothing newer of this installation was there: look at the team and their passwords, riders' phones, consents and switched-off messages; receivers' links were ended",
    );
  return { kept: [...counts].map(([what, n]) => ({ what, n })), unknown };
}
