/** HUB-1: the active hubs, cached in memory. A database trigger tells every process when a hub changes. */
import { asc, eq } from "drizzle-orm";
import type { HubArea } from "../domain/destination-hub.ts";
import type { StateName } from "../domain/states.ts";
import { type Db, pickColumns } from "../platform/db/client.server.ts";
import { hubAreas, hubs } from "../platform/db/schema.ts";
import { untilChange } from "../platform/live/until-change.server.ts";
import type { Services } from "../platform/services.server.ts";

export type ActiveHub = {
  id: string;
  name: string;
  /** The hub's three letters, such as IKJ. */
  code: string;
  state: StateName;
  town: string | null;
  /** The phone number in E.164. */
  phone: string;
  address: string;
  /** The opening hours, one line for each range of days. */
  hours: string;
  areas: HubArea[];
};

/** Reads the active hubs, sorted by name. Pass `tx` to read inside a transaction. */
export async function readActiveHubs(db: Pick<Db, "select">): Promise<ActiveHub[]> {
  const rows = await db
    .select({
      ...pickColumns(hubs, "id", "name", "code", "state", "town", "phone", "address", "hours"),
      areaState: hubAreas.state,
      areaTown: hubAreas.town,
    })
    .from(hubs)
    .leftJoin(hubAreas, eq(hubAreas.hubId, hubs.id))
    .where(eq(hubs.active, true))
    .orderBy(asc(hubs.name), asc(hubAreas.state), asc(hubAreas.town));
  const byId = new Map<string, ActiveHub>();
  for (const { areaState, areaTown, ...hub } of rows) {
    const known = byId.get(hub.id) ?? { ...hub, areas: [] };
    byId.set(hub.id, known);
    if (areaState !== null) known.areas.push({ state: areaState, town: areaTown ?? "" });
  }
  return [...byId.values()];
}

/**
 * Returns the active hubs, sorted by name; an empty list without active hubs. They are cached until a hub changes.
 * Inside a transaction `activeHubsIn` must be used, because this function may take a second connection from the pool.
 */
export const activeHubs = untilChange("all pages", readActiveHubs);

/** Returns the active hubs, for use inside a transaction. */
export const activeHubsIn = (
  tx: Pick<Db, "select">,
  services: Pick<Services, "db" | "live">,
): Promise<ActiveHub[]> => activeHubs(services, tx);
