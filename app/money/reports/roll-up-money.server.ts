/** REPORT-1: adds changes to the running totals of money, so that reports stay fast. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { startRounds } from "../../platform/jobs/rounds.server.ts";
import type { Services } from "../../platform/services.server.ts";

const EVERY_MS = 5 * 60_000;

/** Adds the changes to the totals by day, lane, month and payee, in any process. Returns how many. */
export async function rollUpMoneyChanges(db: Pick<Db, "execute">): Promise<number> {
  const { rows } = await db.execute<{ taken: number }>(
    sql`select roll_up_payee_changes(), roll_up_money_changes() as taken`,
  );
  return rows[0]?.taken ?? 0;
}

/** Adds changes to the totals every five minutes. Returns a function that stops the rounds. */
export function startRollUp({ db, log }: Pick<Services, "db" | "log">): () => void {
  const round = () =>
    void rollUpMoneyChanges(db).catch((error: unknown) =>
      log.warn({ err: error }, "the money totals were not brought up to date; it will be tried again"),
    );
  return startRounds(round, EVERY_MS, EVERY_MS);
}
