/** DEED-3: the versions of the runs on a rider's phone, which each answer to its deeds tells. */
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { runs } from "../../platform/db/schema.ts";

/** The condition of the sealed runs of a rider that are on their way. */
export const onTheWay = (riderId: string) =>
  and(eq(runs.riderId, riderId), inArray(runs.state, ["loaded", "out"]));

/** The version of each run in `RiderDay`. The phone fetches `RiderDay` again if it has another version of a run. */
export async function runVersions(db: Pick<Db, "select">, riderId: string): Promise<Record<string, number>> {
  const rows = await db.select({ id: runs.id, version: runs.version }).from(runs).where(onTheWay(riderId));
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
}
