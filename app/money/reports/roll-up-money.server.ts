/** REPORT-1: adds changes to the running totals of money, so that reports stay fast. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { startRounds } from "../../platform/jobs/rounds.server.ts";
import type { Services } from "../../platform/services.server.ts";

/**
 * The time between two additions of waiting changes to the totals. A report also counts the changes that still wait. So
 * the time is short: many waiting changes would make the report slow.
 */
const EVERY_MS = 30_000;

/**
 * Adds the changes to the totals by day, lane, month and payee, in any process. Returns the number of added changes.
 */
export async function rollUpMoneyChanges(db: Pick<Db, "execute">): Promise<number> {
  const { rows } = await db.execute<{ taken: number }>(
    sql`select roll_up_payee_changes(), roll_up_money_changes() as taken`,
  );
  return rows[0]?.taken ?? 0;
}

/** Starts adding waiting changes every 30 seconds. Returns a function that stops the additions. */
export function startRollUp({ db, log }: Pick<Services, "db" | "log">): () => void {
  const round = () =>
    void rollUpMoneyChanges(db).catch((error: unknown) =>
      log.warn({ err: error }, "the money totals were not brought up to date; it will be tried again"),
    );
  return startRounds(round, EVERY_MS, EVERY_MS);
}
