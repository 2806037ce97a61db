/** TRIP-17: finds what was recorded about a run's cash after the cash was taken, for the run's page. */
import { and, eq, sql } from "drizzle-orm";
import type { SettledCash } from "../../domain/cash.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { cashEntries, runs } from "../../platform/db/schema.ts";
import { ACCOUNTED, accountedCash, isNotReversed } from "./taken-cash.server.ts";

/**
 * Returns a function that says why an act on the run can no longer be undone: the cash that the act took was later
 * counted, banked or corrected. The function returns null if none of these happened. Payouts are not searched, because
 * cash is nearly always counted before it is paid out. Closed runs are left out: nothing is undone there, and the
 * rider's account may have years of later entries.
 */
export async function accountedOnRun(tx: Pick<Tx, "select" | "selectDistinctOn">, runId: string) {
  const rows = await accountedCash(
    tx,
    and(
      eq(cashEntries.runId, runId),
      eq(cashEntries.kind, "collected"),
      isNotReversed(tx),
      sql`(select state from ${runs} where ${eq(runs.id, runId)}) <> 'reconciled'`,
    ),
  );
  return (act: number): SettledCash | null => {
    const found = rows.find(({ actId }) => actId === act);
    return found ? ACCOUNTED[found.kind]! : null;
  };
}
