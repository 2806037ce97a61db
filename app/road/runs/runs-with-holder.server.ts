import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { partners, riders, runs } from "../../platform/db/schema.ts";

/** Selects runs, with the name of the rider or the partner. */
export const runsWithHolder = (db: Db) =>
  db
    .select({
      id: runs.id,
      name: runs.name,
      kind: runs.kind,
      day: runs.day,
      state: runs.state,
      hubId: runs.hubId,
      toHubId: runs.toHubId,
      expectedAt: runs.expectedAt,
      holder: sql<string | null>`coalesce(${riders.name}, ${partners.company})`,
    })
    .from(runs)
    .leftJoin(riders, eq(riders.id, runs.riderId))
    .leftJoin(partners, eq(partners.id, runs.partnerId));
