/** REPORT-7: the kept numbers of parcels take in what changed, so that reports stay short to read. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { startRounds } from "../../platform/jobs/rounds.server.ts";
import type { Services } from "../../platform/services.server.ts";

/** What is not counted yet is counted again by each report, so that it must stay little. */
const EVERY_MS = 15_000;

/** Changes in a statement: few, so that it takes a second at most. */
const PART = 2000;

/** Adds what changed to the numbers of its day, lane and run. Any process may at any time; returns how many changes it took. */
export async function rollUpParcelChanges(db: Pick<Db, "execute">): Promise<number> {
  let taken = 0;
  for (;;) {
    const { rows } = await db.execute<{ n: number }>(sql`select roll_up_parcel_changes(${PART}) as n`);
    const n = rows[0]?.n ?? 0;
    if (n === 0) return taken;
    taken += n;
  }
}

/** Runs it every quarter of a minute. Returns how to stop. */
export function startParcelRollUp({ db, log }: Pick<Services, "db" | "log">): () => void {
  const round = () =>
    void rollUpParcelChanges(db).catch((error: unknown) =>
      log.warn({ err: error }, "the numbers of parcels were not brought up to date; it will be tried again"),
    );
  return startRounds(round, EVERY_MS, EVERY_MS);
}
