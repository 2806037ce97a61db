import { sql } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";

/** Locks the team until the transaction ends, so that only one transaction at a time changes it. */
export async function lockTeam(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7265002)`);
}

/**
 * Prevents other transactions from changing the team, or the list of people with two-step sign-in, until this
 * transaction ends. Several transactions may have this lock at once.
 */
export async function shareTeam(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(7265002)`);
}
