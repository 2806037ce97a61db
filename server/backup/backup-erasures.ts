/** RUN-5: repeats the erasures that happened after a backup, so that an older backup brings no erased person back. */
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { fromDrizzle, type PgBoss } from "pg-boss";
import type { Jobs } from "../../app/platform/jobs/jobs.server.ts";
import type { Tx } from "../../app/platform/db/client.server.ts";
import * as schema from "../../app/platform/db/schema.ts";
import { repeatErasedReceivers } from "../../app/parcels/bookings/erased-receivers.server.ts";
import { repeatErasures } from "../../app/people/profile/erasures.server.ts";

/**
 * Repeats the erasures since `backupAt` in the transaction of the restore. Must be called after the rules of
 * access-rules.ts, which add the replaced database's lists of erasures. Returns how many erased people and receivers
 * the backup contained.
 */
export async function repeatErased(
  client: pg.Client,
  boss: PgBoss,
  { secret, backupAt }: { secret: string; backupAt: Date },
): Promise<number> {
  // drizzle gets this connection instead of a pool, so that the erasures join the open transaction.
  const db = drizzle({ client, schema }) as unknown as Tx;
  const jobs: Pick<Jobs, "add"> = {
    add: async (tx, kind, data) => void (await boss.send(kind.name, data, { db: fromDrizzle(tx, sql) })),
  };
  const people = await repeatErasures(db, { secret, jobs }, backupAt);
  return people + (await repeatErasedReceivers(db, { jobs }, backupAt));
}
