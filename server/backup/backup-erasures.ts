/** RUN-5: the list of erased people survives a restore, so that an older backup brings none of them back. */
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { fromDrizzle, type PgBoss } from "pg-boss";
import type { Jobs } from "../../app/platform/jobs/jobs.server.ts";
import * as schema from "../../app/platform/db/schema.ts";
import { repeatErasures } from "../../app/people/profile/erasures.server.ts";
import { readBackupFile, verifyBackup } from "./backup-format.ts";

/** The list in a backup, its rows as JSON. Throws a BackupError if the file is damaged. */
export async function erasuresIn(file: string): Promise<string[]> {
  await verifyBackup(readBackupFile(file));
  const rows: string[] = [];
  for await (const entry of readBackupFile(file))
    if (entry.kind === "row" && entry.table === "erasures") rows.push(entry.text);
  return rows;
}

/** The list in the current database, its rows as JSON. */
export async function presentErasures(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query<{ it: string | null }>(
    "select to_regclass('public.erasures') as it",
  );
  if (!found[0]?.it) return [];
  const { rows } = await client.query<{ text: string }>(
    "select row_to_json(e)::text as text from public.erasures e",
  );
  return rows.map(({ text }) => text);
}

type Erased = { erased: readonly string[]; secret: string; backupAt: Date };

/** Adds the rows to the restored list and erases those people again, in the transaction of the restore. */
export async function keepErasures(
  client: pg.Client,
  boss: PgBoss,
  { erased, secret, backupAt }: Erased,
): Promise<number> {
  await client.query(
    `insert into erasures select p.* from json_array_elements($1::json) r, json_populate_record(null::erasures, r) p
     on conflict do nothing`,
    [`[${erased.join(",")}]`],
  );
  // Without a transaction of its own, because this connection has an open one.
  const db = drizzle({ client, schema });
  const jobs: Pick<Jobs, "add"> = {
    add: async (tx, kind, data) => void (await boss.send(kind, data, { db: fromDrizzle(tx, sql) })),
  };
  return repeatErasures(db, { secret, jobs }, backupAt);
}
