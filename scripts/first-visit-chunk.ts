/** Which modules travel together at a first visit: read out of the module graph, so that no list of files can grow old. */
import { resolve } from "node:path";

/** What every page needs, and the pages at which people arrive. */
const EVERY_PAGE = ["app/entry.client.tsx", "app/root.tsx", "app/shells/public.tsx"];
const ARRIVALS = [
  "app/marketing/home.route.tsx",
  "app/bookings/book.route.tsx",
  "app/tracking/track.route.tsx",
  "app/storefront/stores.route.tsx",
  "app/storefront/store.route.tsx",
  "app/orders/order.route.tsx",
  "app/contact/contact.route.tsx",
  "app/auth/login.route.tsx",
];
const SHARED_BY = 2;

type ModuleInfo = { importedIds: readonly string[] };
type Graph = { getModuleInfo(id: string): ModuleInfo | null };

/** A name for Rolldown's groups: `name` for our modules that every page, or at least two pages of arrival, import; else none. */
export function sharedByFirstVisits(name: string): (id: string, graph: Graph) => string | null {
  let shared: Set<string> | undefined;
  return (id, graph) => {
    shared ??= findShared(graph);
    return shared.has(id) ? name : null;
  };
}

function findShared(graph: Graph): Set<string> {
  const uses = new Map<string, number>();
  const count = (file: string, weight: number) => {
    for (const id of modulesOf(resolve(file), graph)) uses.set(id, (uses.get(id) ?? 0) + weight);
  };
  for (const file of EVERY_PAGE) count(file, SHARED_BY);
  for (const file of ARRIVALS) count(file, 1);
  const ours = resolve("app") + "/";
  return new Set([...uses].flatMap(([id, pages]) => (pages >= SHARED_BY && id.startsWith(ours) ? [id] : [])));
}

/** A module and all that it imports statically, of whatever depth. */
function modulesOf(entry: string, graph: Graph): Set<string> {
  if (!graph.getModuleInfo(entry)) throw new Error(`${entry} is no module of the browser's build`);
  const found = new Set([entry]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
