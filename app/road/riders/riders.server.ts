/** RIDER-1: reads riders and partners, for staff with `readRoad`. */
import { and, asc, desc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { hubs, partners, pieces, riders, runPieces, runs } from "../../platform/db/schema.ts";
import { stopsOfRuns } from "../runs/runs-of-day.server.ts";

type Reader = Pick<Db, "select">;

const columns = {
  id: riders.id,
  name: riders.name,
  /** The phone number; empty for former riders whose number was erased (docs/retention.md). */
  phone: sql<string>`case when ${riders.phone} like '+%' then ${riders.phone} else '' end`,
  leftAt: riders.leftAt,
  version: riders.version,
  hubId: riders.hubId,
  hubName: hubs.name,
  hubCode: hubs.code,
};

export type RiderRow = {
  id: string;
  name: string;
  phone: string;
  leftAt: Date | null;
  version: number;
  hubId: string;
  hubName: string;
  hubCode: string;
};

/** Lists the active riders, by name. With `left`: the former riders, the last to leave first. */
export const listRiders = (db: Reader, left: boolean): Promise<RiderRow[]> =>
  db
    .select(columns)
    .from(riders)
    .innerJoin(hubs, eq(hubs.id, riders.hubId))
    .where(left ? isNotNull(riders.leftAt) : isNull(riders.leftAt))
    .orderBy(...(left ? [desc(riders.leftAt)] : [asc(riders.name)]), asc(riders.id));

export async function readRider(db: Reader, id: string): Promise<RiderRow | null> {
  const [rider] = await db
    .select(columns)
    .from(riders)
    .innerJoin(hubs, eq(hubs.id, riders.hubId))
    .where(eq(riders.id, id));
  return rider ?? null;
}

const ofDay = (day: string, riderId?: string) =>
  and(
    riderId === undefined ? isNotNull(runs.riderId) : eq(runs.riderId, riderId),
    or(eq(runs.day, day), ne(runs.state, "reconciled")),
  );

/**
 * Lists the runs of a Lagos day, and runs of other days that are not closed, oldest first. With `riderId`, only the
 * runs of this rider.
 */
export const runsOfRiders = (db: Reader, day: string, riderId?: string) =>
  db
    .select({
      id: runs.id,
      name: runs.name,
      kind: runs.kind,
      day: runs.day,
      state: runs.state,
      riderId: runs.riderId,
      pieces: sql<number>`(select count(*)::int from ${runPieces} p where p.run_id = runs.id and p.outcome is distinct from 'removed')`,
    })
    .from(runs)
    .where(ofDay(day, riderId))
    .orderBy(asc(runs.day), asc(runs.name));
export type RunOfRider = Awaited<ReturnType<typeof runsOfRiders>>[number];

/**
 * RIDER-2: returns a rider's runs, each with its stops in order. The stops of a linehaul are left out, because a
 * linehaul only goes from hub to hub.
 */
export async function runsWithStops(db: Db, day: string, riderId: string) {
  const [rows, stops] = await Promise.all([
    runsOfRiders(db, day, riderId),
    stopsOfRuns(db, ofDay(day, riderId)!),
  ]);
  const byRun = Map.groupBy(stops, ({ runId }) => runId);
  return rows.map((run) => ({ ...run, stops: run.kind === "linehaul" ? [] : (byRun.get(run.id) ?? []) }));
}

export async function piecesWithRiders(db: Reader, riderId?: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: pieces.holderId, n: sql<number>`count(*)::int` })
    .from(pieces)
    .where(
      and(eq(pieces.holderKind, "rider"), riderId === undefined ? undefined : eq(pieces.holderId, riderId)),
    )
    .groupBy(pieces.holderId);
  return new Map(rows.flatMap(({ id, n }) => (id === null ? [] : [[id, n] as const])));
}

export const listPartners = (db: Reader) =>
  db.select().from(partners).orderBy(desc(partners.active), asc(partners.company));
export type Partner = Awaited<ReturnType<typeof listPartners>>[number];
