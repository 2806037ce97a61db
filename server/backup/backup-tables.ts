/** The queries about the database's schema that backup and restore need. */
import type pg from "pg";
import { BackupError } from "./backup-format.ts";

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const NOT_OF_AN_EXTENSION = "not exists (select from pg_depend d where d.objid = %.oid and d.deptype = 'e')";

/** Returns the tables. Each comes after the tables that its foreign keys reference. */
export async function tablesInOrder(client: pg.ClientBase, schema: string): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition
       and ${NOT_OF_AN_EXTENSION.replace("%", "c")} order by 1`,
    [schema],
  );
  const links = await client.query<{ child: string; parent: string }>(
    `select distinct c.relname as child, p.relname as parent from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname = $1 and c.oid <> p.oid`,
    [schema],
  );
  let left = tables.rows.map(({ name }) => name);
  const ordered: string[] = [];
  while (left.length > 0) {
    const free = left.filter(
      (name) => !links.rows.some(({ child, parent }) => child === name && left.includes(parent)),
    );
    if (free.length === 0)
      throw new BackupError(`These tables refer to each other in a circle: ${left.join(", ")}`);
    ordered.push(...free);
    left = left.filter((name) => !free.includes(name));
  }
  return ordered;
}

/** Returns the functions of a schema with their arguments, written as SQL statements name them. */
export async function functionsOf(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = $1 and ${NOT_OF_AN_EXTENSION.replace("%", "p")}`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

/** Returns the sequences of a schema that belong to no column. */
export async function sequencesOf(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind = 'S'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

export type BackupColumn = { name: string; type: string };
export const holdsJson = ({ type }: BackupColumn): boolean => type === "json" || type === "jsonb";

/** Returns the columns of a table without generated columns, because these cannot be inserted. */
export async function plainColumns(
  client: pg.ClientBase,
  schema: string,
  table: string,
): Promise<BackupColumn[]> {
  const { rows } = await client.query<BackupColumn>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' order by ordinal_position`,
    [schema, table],
  );
  return rows;
}

/** Sets the sequences of a table's columns, so that they continue after the highest used number. */
export async function continueNumbers(client: pg.ClientBase, schema: string, table: string): Promise<void> {
  const name = `${quoteName(schema)}.${quoteName(table)}`;
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select column_name as column, pg_get_serial_sequence($1, column_name) as sequence from information_schema.columns
     where table_schema = $2 and table_name = $3 and is_identity = 'YES'`,
    [name, schema, table],
  );
  for (const { column, sequence } of rows) {
    const highest = `(select max(${quoteName(column)}) from ${name})`;
    await client.query(`select setval($1, coalesce(${highest}, 1), ${highest} is not null)`, [sequence]);
  }
}
