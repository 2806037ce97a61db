/** TRIP-23: reads the runs on their way and their progress, for the dashboard. */
import { asc, desc, eq, inArray, max, sql } from "drizzle-orm";
import type { RunKind } from "../../domain/run.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { acts, hubs, partners, riders, runs } from "../../platform/db/schema.ts";
import { stopsOfRuns } from "./runs-of-day.server.ts";

/** The most runs that the dashboard lists. */
const MOST_SHOWN = 12;

export type RunOut = {
  id: string;
  name: string;
  kind: RunKind;
  hub: string;
  holder: string | null;
  outAt: Date | null;
  /** The number of stops. `done`: how many stops are finished. */
  stops: number;
  done: number;
  last: Date | null;
};

/** Returns the runs on their way, the longest out first, at most 12. For staff with `readRoad`. */
export async function readRunsOut(db: Db): Promise<RunOut[]> {
  const rows = await db
    .select({
      id: runs.id,
      name: runs.name,
      kind: runs.kind,
      hub: hubs.code,
      outAt: runs.outAt,
      holder: sql<string | null>`coalesce(${riders.name}, ${partners.company})`,
    })
    .from(runs)
    .innerJoin(hubs, eq(hubs.id, runs.hubId))
    .leftJoin(riders, eq(riders.id, runs.riderId))
    .leftJoin(partners, eq(partners.id, runs.partnerId))
    .where(eq(runs.state, "out"))
    .orderBy(asc(runs.day), asc(runs.outAt), desc(runs.id))
    .limit(MOST_SHOWN);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [stops, lasts] = await Promise.all([
    stopsOfRuns(db, inArray(runs.id, ids)),
    db
      .select({ runId: acts.runId, last: max(acts.occurredAt) })
      .from(acts)
      .where(inArray(acts.runId, ids))
      .groupBy(acts.runId),
  ]);
  const lastOf = new Map(lasts.map(({ runId, last }) => [runId, last]));
  return rows.map((run) => {
    const own = stops.filter(({ runId }) => runId === run.id);
    return {
      ...run,
      stops: own.length,
      done: own.filter(({ open }) => open === 0).length,
      last: lastOf.get(run.id) ?? null,
    };
  });
}
