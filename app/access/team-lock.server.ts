import { sql } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";

/** Only one transaction at a time changes the team. The lock ends with the transaction. */
export async function lockTeam(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7265002)`);
}

/** Until this transaction ends, no other changes the team or the list of people with two-step sign-in. */
export async function shareTeam(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(7265002)`);
}
