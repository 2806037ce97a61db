/** SETTLE-5: mails each past week's statement once to each payee with entries in this week. */
import { sql } from "drizzle-orm";
import { addDays, lagosDay, startOfLagosWeek } from "../../domain/dates.ts";
import { notifyAll } from "../../notifications/notify.server.ts";
import { payees, settlementEntries } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { startRounds } from "../../platform/jobs/rounds.server.ts";
import type { Services } from "../../platform/services.server.ts";

const FIRST_MS = 90_000;
const EVERY_MS = 60 * 60 * 1000;
const BATCH = 200;

/**
 * Queues the statements of the last complete week that are not mailed yet. Returns the number of mails. Any process may
 * call this at any time.
 */
export async function mailStatements({ db, jobs, now }: Pick<Services, "db" | "jobs" | "now">) {
  const to = startOfLagosWeek(now());
  const from = addDays(to, -7);
  const week = lagosDay(from);
  for (let queued = 0; ;) {
    const some = await transact(db, async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        update ${payees} set stated_week = ${week} where id = any(array(
          select p.id from ${payees} p
          where (p.stated_week is null or p.stated_week < ${week}) and num_nonnulls(p.customer_id, p.store_id) = 1
            and exists (select from ${settlementEntries} e where e.payee_id = p.id
              and e.at >= ${from.toISOString()} and e.at < ${to.toISOString()})
          limit ${BATCH} for update skip locked))
        returning id`);
      const abouts = rows.map(({ id: payeeId }) => ({ payeeId, week }));
      await notifyAll({ jobs }, tx, "settlement_statement", abouts);
      return rows.length;
    });
    queued += some;
    if (some < BATCH) return queued;
  }
}

/** Queues due statements every hour while the process runs. Returns a function that stops the rounds. */
export function startStatements(services: Pick<Services, "db" | "jobs" | "now" | "log">): () => void {
  const round = () =>
    void mailStatements(services).then(
      (queued) => queued > 0 && services.log.info({ queued }, "weekly statements queued"),
      (error: unknown) => services.log.warn({ err: error }, "statements failed; they will be tried again"),
    );
  return startRounds(round, FIRST_MS, EVERY_MS);
}
