/** Rows that have done their service go. Any process may do it at any time: what one has removed, another does not find. */
import { type SQL, sql } from "drizzle-orm";
import { LONGEST_SECONDS } from "../lib/limits.server.ts";
import type { Services } from "../services.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = 6 * 60 * 60 * 1000;
/** The first time soon after the start, so that a machine that is switched off every night does it too. */
const FIRST_MS = 60_000;
/** As long as the data of a sign-up may be asked for (accounts/email-links.server.ts); far longer than a form is sent again. */
const KEEP_MS = 30 * DAY_MS;
/** Few at a time: no lock is held for long. */
const BATCH = 5000;

export type Removed = { receipts: number; links: number; sessions: number; limits: number };

/**
 * Removes form receipts and links that ended more than 30 days ago, sessions that are over, and counts of limits whose
 * time has passed or that a wrong clock wrote. Returns how many of each.
 */
export async function removeOutlived({ db, now }: Pick<Services, "db" | "now">): Promise<Removed> {
  const at = now();
  const kept = new Date(at.getTime() - KEEP_MS).toISOString();
  const remove = async (table: SQL, over: SQL): Promise<number> => {
    let removed = 0;
    for (;;) {
      const { rowCount } = await db.execute(
        sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${over} limit ${BATCH}))`,
      );
      removed += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH) return removed;
    }
  };
  return {
    receipts: await remove(sql`form_receipts`, sql`created_at < ${kept}::timestamptz`),
    links: await remove(sql`email_links`, sql`expires_at < ${kept}::timestamptz`),
    sessions: await remove(sql`sessions`, sql`expires_at < ${at.toISOString()}::timestamptz`),
    limits: await remove(
      sql`rate_limits`,
      sql`expire < ${at.getTime()} or expire > ${at.getTime() + 2 * LONGEST_SECONDS * 1000}`,
    ),
  };
}

/** Does it now and then while the process runs; returns how to stop. */
export function startHousekeeping(services: Pick<Services, "db" | "now" | "log">): () => void {
  const round = () =>
    void removeOutlived(services).then(
      (removed) => services.log.info(removed, "removed what had outlived its use"),
      (error: unknown) => services.log.warn({ err: error }, "housekeeping failed; it will be tried again"),
    );
  const first = setTimeout(round, FIRST_MS).unref();
  const again = setInterval(round, EVERY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(again);
  };
}
