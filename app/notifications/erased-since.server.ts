/**
 * PROFILE-6, RECEIVER-10: checks whether anybody was erased since a mail was written, so that no stored mail names an
 * erased person.
 */
import { gt, sql } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";
import { erasedReceivers, erasures } from "../platform/db/schema.ts";

/**
 * The search for erasures begins this many milliseconds before `begun`. The stored time of an erasure may be too
 * early, because another machine's clock set this time before the commit.
 */
const ERASED_MARGIN_MS = 60_000;

/**
 * True if anybody was erased since `begun`. Each erasure adds a row to one of two tables before it deletes anything.
 * This function locks both tables, so it waits until a running erasure is committed. A later erasure waits until the
 * caller's transaction has ended, and then deletes the caller's data.
 */
export async function erasedSince(tx: Tx, begun: Date): Promise<boolean> {
  await tx.execute(sql`lock table ${erasures}, ${erasedReceivers} in share mode`);
  const since = new Date(begun.getTime() - ERASED_MARGIN_MS);
  const people = await tx.$count(erasures, gt(erasures.erasedAt, since));
  return people + (await tx.$count(erasedReceivers, gt(erasedReceivers.erasedAt, since))) > 0;
}
