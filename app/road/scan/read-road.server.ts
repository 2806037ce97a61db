/**
 * SCAN-6: reads the hubs and runs that a member of staff can choose on the scan page. Null if the company has no hub.
 */
import type { Admin } from "../../access/actor.ts";
import { ownHub } from "../../access/own-hub.server.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { openCounts } from "../shelf-counts/read-counts.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { openRuns } from "./open-runs.server.ts";
import type { RoadOfPage } from "./road-of-page.ts";

export async function readRoad(services: Services, actor: Admin): Promise<RoadOfPage | null> {
  const hubs = await activeHubs(services);
  if (hubs.length === 0) return null;
  const own = await ownHub(services.db, actor);
  const bound = actor.role === "hub_clerk";
  const at = hubs.filter(({ id }) => !bound || id === own);
  return {
    hubs: at.map(({ id, name, code }) => ({ id, name, code })),
    counts: await openCounts(
      services.db,
      at.map(({ id }) => id),
    ),
    own,
    runs: await openRuns(services.db, services.now(), bound ? own : null),
  };
}
