/** Counts the progress of loading a run, or of taking back its pieces. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { newestPlace } from "../../parcels/custody/move-pieces.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { runPieces, runs } from "../../platform/db/schema.ts";
import type { RunCount } from "./scan.ts";

const count = (where: SQL) => sql<number>`count(*) filter (where ${where})::int`;
const open = sql`${runPieces.endedAt} is null`;
const loaded = sql`${runPieces.loadedAt} is not null`;
const planned = sql`${open} and not ${runPieces.extra}`;

/**
 * The counts before a run is sealed. `expected`: the planned pieces. `scanned`: the planned pieces that are loaded.
 * `extra`: the pieces that were loaded without being planned.
 */
export const loadColumns = {
  expected: count(planned),
  scanned: count(sql`${planned} and ${loaded}`),
  byCode: count(sql`${planned} and ${runPieces.loadedBy} <> 'list'`),
  missing: count(sql`${planned} and not ${loaded}`),
  extra: count(sql`${open} and ${runPieces.extra}`),
};

const back = sql`${runPieces.outcome} in ('returned_to_hub', 'arrived')`;
/**
 * Matches the pieces that the run took along, and that are neither delivered nor in a hub. On a pickup run the pieces
 * are not loaded before the run leaves, so `loaded` does not matter.
 */
const still = sql`(${open} or ${runPieces.outcome} = 'missing') and (${loaded} or ${runs.kind} = 'pickup')`;

/** The counts after a run went out: its undelivered pieces, and how many of them are in a hub again. */
export const returnColumns = {
  expected: count(sql`${back} or (${still})`),
  scanned: count(back),
  byCode: count(back),
  missing: count(still),
  extra: sql<number>`0`,
};

async function countOf(
  tx: Pick<Tx, "select">,
  run: string,
  columns: typeof loadColumns | typeof returnColumns,
): Promise<RunCount> {
  const [row] = await tx
    .select(columns)
    .from(runPieces)
    .innerJoin(runs, eq(runs.id, runPieces.runId))
    .where(and(eq(runPieces.runId, run), newestPlace));
  return { run, ...row! };
}

export const loadCount = (tx: Pick<Tx, "select">, run: string) => countOf(tx, run, loadColumns);
export const returnCount = (tx: Pick<Tx, "select">, run: string) => countOf(tx, run, returnColumns);
