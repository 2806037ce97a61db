/** RUN-5: the lists of erased people and receivers survive a restore, so that an older backup brings none of them back. */
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { fromDrizzle, type PgBoss } from "pg-boss";
import type { Jobs } from "../../app/platform/jobs/jobs.server.ts";
import type { Tx } from "../../app/platform/db/client.server.ts";
import * as schema from "../../app/platform/db/schema.ts";
import { repeatErasedReceivers } from "../../app/parcels/bookings/erased-receivers.server.ts";
import { repeatErasures } from "../../app/people/profile/erasures.server.ts";
import { readBackupFile, verifyBackup } from "./backup-format.ts";

/** The tables with the erased people, and with the bookings whose receiver was erased. */
const LISTS = ["erasures", "erased_receivers"] as const;
/** A row of one of the two lists, as JSON. */
export type Erased = { list: (typeof LISTS)[number]; row: string };

/** The rows of both lists in a backup. Throws a BackupError if the file is damaged. */
export async function erasuresIn(file: string): Promise<Erased[]> {
  await verifyBackup(readBackupFile(file));
  const rows: Erased[] = [];
  for await (const entry of readBackupFile(file)) {
    const list = entry.kind === "row" && LISTS.find((name) => name === entry.table);
    if (list) rows.push({ list, row: entry.text });
  }
  return rows;
}

/** The rows of both lists in the current database. */
export async function presentErasures(client: pg.Client): Promise<Erased[]> {
  const all: Erased[] = [];
  for (const list of LISTS) {
    const { rows: found } = await client.query<{ it: string | null }>("select to_regclass($1) as it", [
      `public.${list}`,
    ]);
    if (!found[0]?.it) continue;
    const { rows } = await client.query<{ row: string }>(
      `select row_to_json(e)::text as row from public.${list} e`,
    );
    all.push(...rows.map(({ row }) => ({ list, row })));
  }
  return all;
}

type Since = { erased: readonly Erased[]; secret: string; backupAt: Date };

/**
 * Adds `erased` to the restored lists, and erases those people and receivers again, in the transaction of the restore.
 * Returns the number of these people and receivers that the backup contained.
 */
export async function keepErasures(
  client: pg.Client,
  boss: PgBoss,
  { erased, secret, backupAt }: Since,
): Promise<number> {
  for (const list of LISTS) {
    const rows = erased.filter((one) => one.list === list).map(({ row }) => row);
    await client.query(
      `insert into ${list} select p.* from json_array_elements($1::json) r, json_populate_record(null::${list}, r) p
       on conflict do nothing`,
      [`[${rows.join(",")}]`],
    );
  }
  // drizzle gets this connection instead of a pool, so that the erasures are part of the connection's open transaction.
  const db = drizzle({ client, schema }) as unknown as Tx;
  const jobs: Pick<Jobs, "add"> = {
    add: async (tx, kind, data) => void (await boss.send(kind, data, { db: fromDrizzle(tx, sql) })),
  };
  const people = await repeatErasures(db, { secret, jobs }, backupAt);
  return people + (await repeatErasedReceivers(db, { jobs }, backupAt));
}
