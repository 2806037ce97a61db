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

/** The most changes, and the most payees, that one statement adds: it must end before the deadline of a statement. */
const PART = { changes: 50_000, payees: 20 };

/**
 * Adds the waiting changes to the totals by day, lane, month and payee, part by part, in any process. Returns the number
 * of added changes. The functions are called only when a change waits, because PostgreSQL takes 50 ms to plan them.
 */
export async function rollUpMoneyChanges(db: Pick<Db, "execute">, part = PART): Promise<number> {
  let taken = 0;
  for (;;) {
    const { rows } = await db.execute<{ payees: number; changes: number }>(
      sql`select
        case when exists (select from payee_changes) then roll_up_payee_changes(${part.payees}) else 0 end as payees,
        case when exists (select from money_changes) then roll_up_money_changes(${part.changes}) else 0 end as changes`,
    );
    const { payees, changes } = rows[0]!;
    if (payees === 0 && changes === 0) return taken;
    taken += changes;
  }
}

/** Starts adding waiting changes every 30 seconds. Returns a function that stops the additions. */
export function startRollUp({ db, log }: Pick<Services, "db" | "log">): () => void {
  const round = () =>
    void rollUpMoneyChanges(db).catch((error: unknown) =>
      log.warn({ err: error }, "the money totals were not brought up to date; it will be tried again"),
    );
  return startRounds(round, EVERY_MS, EVERY_MS);
}
