/** HUB-1: the active hubs, cached in memory. A trigger of the database notifies every process of a change. */
import { asc, eq } from "drizzle-orm";
import type { HubArea } from "../domain/destination-hub.ts";
import type { StateName } from "../domain/states.ts";
import { isDatabaseUnavailable, type Db } from "../platform/db/client.server.ts";
import { hubAreas, hubs } from "../platform/db/schema.ts";
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
  /** The opening hours: a line for each range of days. */
  hours: string;
  areas: HubArea[];
};

/** Reads the active hubs, by name. Pass `tx` to read inside a transaction. */
export async function readActiveHubs(db: Pick<Db, "select">): Promise<ActiveHub[]> {
  const rows = await db
    .select({
      id: hubs.id,
      name: hubs.name,
      code: hubs.code,
      state: hubs.state,
      town: hubs.town,
      phone: hubs.phone,
      address: hubs.address,
      hours: hubs.hours,
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

/** The active hubs inside a transaction: from memory if that is current, otherwise on this connection. */
export async function activeHubsIn(
  tx: Pick<Db, "select">,
  { live }: Pick<Services, "live">,
): Promise<ActiveHub[]> {
  const own = cached.get(live);
  return own?.hubs && own.fresh && live.listening() ? own.hubs : readActiveHubs(tx);
}

type Cached = { hubs: ActiveHub[] | null; fresh: boolean; changes: number };
const cached = new WeakMap<Services["live"], Cached>();

/**
 * The active hubs, by name. They are read again after a change, and while this process gets no notifications.
 * Inside a transaction use `activeHubsIn`, because this function may take a second connection from the pool.
 */
export async function activeHubs({ db, live }: Pick<Services, "db" | "live">): Promise<ActiveHub[]> {
  let own = cached.get(live);
  if (!own) {
    const known: Cached = { hubs: null, fresh: false, changes: 0 };
    cached.set(live, (own = known));
    live.onPageChange((topics) => {
      if (topics && !topics.includes("all")) return;
      known.fresh = false;
      known.changes++;
    });
  }
  if (own.hubs && own.fresh && live.listening()) return own.hubs;
  const before = own.changes;
  try {
    const found = await readActiveHubs(db);
    own.hubs = found;
    // If a hub changed during the read, the result may lack the change. So the next call reads again.
    own.fresh = own.changes === before;
    return found;
  } catch (error) {
    if (own.hubs && isDatabaseUnavailable(error)) return own.hubs;
    throw error;
  }
}
