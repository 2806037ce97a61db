/** REPORT-7: adds changes to the stored counts of parcels, so that reports stay fast. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { startRounds } from "../../platform/jobs/rounds.server.ts";
import type { Services } from "../../platform/services.server.ts";

/**
 * How often waiting changes are added to the stored counts. Each report must itself count the changes that still wait,
 * so many waiting changes would make reports slow.
 */
const EVERY_MS = 15_000;

/** The most changes that one statement adds, so that a statement takes at most a second. */
const PART = 2000;

/**
 * Adds waiting changes to the stored counts of their day, lane and run. Several processes may call this
 * function at once. Returns the number of added changes.
 */
export async function rollUpParcelChanges(db: Pick<Db, "execute">): Promise<number> {
  let taken = 0;
  for (;;) {
    const { rows } = await db.execute<{ n: number }>(sql`select roll_up_parcel_changes(${PART}) as n`);
    const n = rows[0]?.n ?? 0;
    if (n === 0) return taken;
    taken += n;
  }
}

/** Starts adding waiting changes every 15 seconds. Returns a function that stops the additions. */
export function startParcelRollUp({ db, log }: Pick<Services, "db" | "log">): () => void {
  const round = () =>
    void rollUpParcelChanges(db).catch((error: unknown) =>
      log.warn({ err: error }, "the numbers of parcels were not brought up to date; it will be tried again"),
    );
  return startRounds(round, EVERY_MS, EVERY_MS);
}
