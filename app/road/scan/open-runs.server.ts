/**
 * The runs that can be chosen on the scan page, with counts of their pieces. These runs are planned for today or
 * earlier, and not closed.
 */
import { and, asc, eq, lte, ne, or, sql, inArray } from "drizzle-orm";
import { lagosDay } from "../../domain/dates.ts";
import type { RunState } from "../../domain/run.ts";
import { newestPlace } from "../../parcels/custody/move-pieces.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { runPieces, runs } from "../../platform/db/schema.ts";
import { runsWithHolder } from "../runs/runs-with-holder.server.ts";
import { loadColumns, returnColumns } from "./run-count.server.ts";
import type { RunOfScanPage } from "./road-of-page.ts";
import type { RunCount } from "./scan.ts";

/** The list has at most this many runs, newest first. No company is expected to have more open runs. */
const MOST = 300;

/** Returns open runs from or to a hub; of all hubs if `hub` is null. For staff with `readBookings`. */
export async function openRuns(db: Db, now: Date, hub: string | null): Promise<RunOfScanPage[]> {
  const rows = await runsWithHolder(db)
    .where(
      and(
        ne(runs.state, "reconciled"),
        lte(runs.day, lagosDay(now)),
        hub === null ? undefined : or(eq(runs.hubId, hub), eq(runs.toHubId, hub)),
      ),
    )
    .orderBy(sql`${runs.day} desc`, asc(runs.name))
    .limit(MOST);
  const counts = await countsOf(db, rows);
  return rows.map(({ id, name, kind, state, hubId, toHubId, holder }) => ({
    ...{ id, name, kind, state, hub: hubId, toHub: toHubId, holder },
    count: counts.get(id) ?? { run: id, ...NONE },
  }));
}

const NONE = { expected: 0, scanned: 0, byCode: 0, missing: 0, extra: 0 };

async function countsOf(db: Db, open: readonly { id: string; state: RunState }[]) {
  const found = new Map<string, RunCount>();
  for (const [columns, which] of [
    [loadColumns, open.filter(({ state }) => state === "planned")],
    [returnColumns, open.filter(({ state }) => state !== "planned")],
  ] as const) {
    if (which.length === 0) continue;
    const rows = await db
      .select({ run: runPieces.runId, ...columns })
      .from(runPieces)
      .innerJoin(runs, eq(runs.id, runPieces.runId))
      .where(
        and(
          newestPlace,
          inArray(
            runPieces.runId,
            which.map(({ id }) => id),
          ),
        ),
      )
      .groupBy(runPieces.runId);
    for (const row of rows) found.set(row.run, row);
  }
  return found;
}
