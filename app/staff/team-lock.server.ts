import { sql } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";

/** Changes of who is an admin happen one after the other, until the transaction ends. */
export async function lockTeam(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7265002)`);
}
