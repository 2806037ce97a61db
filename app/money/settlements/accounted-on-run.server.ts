/** TRIP-17: what was recorded about the cash of a run since it was taken, for the page of the run. */
import { and, eq, sql } from "drizzle-orm";
import type { SettledCash } from "../../domain/cash.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { cashEntries, runs } from "../../platform/db/schema.ts";
import { ACCOUNTED, accountedCash, stands } from "./taken-cash.server.ts";

/**
 * Finds the reason in the cash for which an entry on the run may not be undone, by its act. Payouts are left out, because
 * cash that was paid out was nearly always counted before. A closed run is left out, because nothing is undone there, and
 * its rider's account may have years of later entries.
 */
export async function accountedOnRun(tx: Pick<Tx, "select" | "selectDistinctOn">, runId: string) {
  const rows = await accountedCash(
    tx,
    and(
      eq(cashEntries.runId, runId),
      eq(cashEntries.kind, "collected"),
      stands(tx),
      sql`(select state from ${runs} where ${eq(runs.id, runId)}) <> 'reconciled'`,
    ),
  );
  return (act: number): SettledCash | null => {
    const found = rows.find(({ actId }) => actId === act);
    return found ? ACCOUNTED[found.kind]! : null;
  };
}
