import { sql } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";

/** Lets only one transaction at a time change the team. The lock is released when the transaction ends. */
export async function lockTeam(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7265002)`);
}

/** Lets no transaction change the team, or who is asked for two-step sign-in, until this one ends. */
export async function shareTeam(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(7265002)`);
}
