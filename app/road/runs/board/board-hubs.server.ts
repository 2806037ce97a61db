/** TRIP-12: the hubs that have a board: active hubs, and closed hubs that still have pieces or open runs. */
import { asc, eq, sql } from "drizzle-orm";
import { activeHubs } from "../../../places/hubs.server.ts";
import { hubs, pieces, runs } from "../../../platform/db/schema.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { BoardHub } from "./board.ts";

/** Returns the hubs with a board, active hubs first. A closed hub delivers nowhere, so it has no areas. */
export async function boardHubs(services: Pick<Services, "db" | "live">): Promise<BoardHub[]> {
  const [active, closed] = await Promise.all([
    activeHubs(services),
    services.db
      .select({ id: hubs.id, name: hubs.name, code: hubs.code })
      .from(hubs)
      .where(
        sql`not ${hubs.active} and (exists (select from ${pieces} where ${eq(pieces.holderKind, "hub")} and ${eq(pieces.holderId, hubs.id)})
          or exists (select from ${runs} where ${runs.state} <> 'reconciled' and ${hubs.id} in (${runs.hubId}, ${runs.toHubId})))`,
      )
      .orderBy(asc(hubs.name)),
  ]);
  return [
    ...active.map((hub) => ({ ...hub, closed: false })),
    ...closed.map((hub) => ({ ...hub, areas: [], hours: "", closed: true })),
  ];
}
