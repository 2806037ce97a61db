/**
 * The file of a backup: gzip around lines of UTF-8, each `<kind> <JSON>` or `<kind> <name> <payload>`.
 *
 *     ona-backup {"format":1,"at":"2026-11-21T10:00:00Z","migrations":[{"hash":"…","when":1795237553423}]}
 *     row profiles {"id":"…","email":"…"}         every row of every table, a table after those it refers to
 *     job {"id":"…","name":"mail","data":{…}}     work that waited in the queue
 *     file 0b7e….webp <base64>                    an uploaded picture
 *     end {"rows":{"profiles":1},"jobs":1,"files":1}
 *
 * Readable with `zcat`. A file without its last line is no backup. It holds everything, password hashes too.
 */
import { z } from "zod";
import type pg from "pg";

export class BackupError extends Error {}

export const headerSchema = z.object({
  format: z.literal(1),
  at: z.string(),
  migrations: z.array(z.object({ hash: z.string(), when: z.number() })).min(1),
});
export type Header = z.infer<typeof headerSchema>;

export const endSchema = z.object({
  rows: z.record(z.string(), z.number()),
  jobs: z.number(),
  files: z.number(),
});
export type Counts = z.infer<typeof endSchema>;

export const jobSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** `row profiles {…}` → kind, name, payload; the payload may hold spaces. */
export function splitLine(line: string): { kind: string; name: string; payload: string } {
  const first = line.indexOf(" ");
  const second = line.indexOf(" ", first + 1);
  const kind = line.slice(0, first);
  if (kind !== "row" && kind !== "file") return { kind, name: "", payload: line.slice(first + 1) };
  return { kind, name: line.slice(first + 1, second), payload: line.slice(second + 1) };
}

/** A name as SQL takes it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The tables of the product, each after those it refers to. */
export async function tablesInOrder(client: pg.ClientBase): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const links = await client.query<{ child: string; parent: string }>(
    `select distinct c.relname as child, p.relname as parent from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname = 'public' and c.oid <> p.oid`,
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

/** The columns that hold data of their own; generated ones are computed again. */
export async function plainColumns(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** The migrations a database has had; none for an empty one. */
export async function appliedMigrations(client: pg.ClientBase): Promise<{ hash: string; when: number }[]> {
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as there");
  if (!(found[0] as { there: string | null }).there) return [];
  const { rows } = await client.query<{ hash: string; when: string }>(
    `select hash, created_at as when from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map(({ hash, when }) => ({ hash, when: Number(when) }));
}
