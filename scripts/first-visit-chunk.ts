/**
 * The modules that are bundled together for a first visit, derived from the module graph, so that no list of files can
 * become outdated.
 */
import { basename, resolve } from "node:path";

/** The entry modules that every page loads, and the routes of the pages at which people arrive. */
const EVERY_PAGE = ["app/entry.client.tsx", "app/root.tsx", "app/shells/public.tsx"];
const ARRIVALS = [
  "app/company/marketing/home.route.tsx",
  "app/parcels/bookings/book.route.tsx",
  "app/money/prices/quote.route.tsx",
  "app/parcels/tracking/track.route.tsx",
  "app/stores/storefront/stores.route.tsx",
  "app/stores/storefront/store.route.tsx",
  "app/stores/orders/order.route.tsx",
  "app/company/contact/contact.route.tsx",
  "app/people/sign-in/login.route.tsx",
];
const SHARED_BY = 3;
/**
 * The length of source up to which a shared module is bundled for every page. As a separate file, a shorter module
 * would cost more, because of the file's headers, even if only some pages loaded it.
 */
const SMALL_SOURCE = 1600;

type ModuleInfo = { importedIds: readonly string[]; importers: readonly string[]; code: string | null };
type Graph = { getModuleInfo(id: string): ModuleInfo | null };

/**
 * Returns a function for Rolldown's groups, which names the group of a module. The group is `name` for our modules that
 * every page or at least three arrival pages import, and for our small modules with several importers, unless they
 * import a larger module that is not shared. A small module that only one arrival page imports is in a group of that
 * page, e.g. `book-parts`, so that the others do not load it. For all other modules it is null.
 */
export function sharedByFirstVisits(name: string): (id: string, graph: Graph) => string | null {
  let groups: Map<string, string> | undefined;
  return (id, graph) => {
    groups ??= findShared(name, graph);
    return groups.get(id) ?? null;
  };
}

function findShared(name: string, graph: Graph): Map<string, string> {
  const uses = new Map<string, number>();
  const usedBy = new Map<string, string>();
  const count = (file: string, weight: number) => {
    for (const id of modulesOf(resolve(file), graph)) {
      uses.set(id, (uses.get(id) ?? 0) + weight);
      usedBy.set(id, file);
    }
  };
  for (const file of EVERY_PAGE) count(file, SHARED_BY);
  for (const file of ARRIVALS) count(file, 1);
  const ours = resolve("app") + "/";
  const isShared = (id: string) => (uses.get(id) ?? 0) >= SHARED_BY;
  const isSmall = (id: string) => (graph.getModuleInfo(id)?.code?.length ?? 0) < SMALL_SOURCE;
  // A group includes everything that its modules import, so a small module that imports a larger one which is not shared
  // stays out.
  const fits = (id: string) => isShared(id) || isSmall(id);
  const isFragment = (id: string) =>
    isSmall(id) &&
    (graph.getModuleInfo(id)?.importers.length ?? 0) > 1 &&
    [...modulesOf(id, graph)].every(fits);
  // An icon goes where the module is that draws it, and other pages draw the same one.
  const draws = (id: string) =>
    graph.getModuleInfo(id)?.importedIds.some((one) => one.includes("/lucide-react/")) ?? false;
  const groupOf = (id: string) =>
    uses.get(id) === 1 && !draws(id) ? `${basename(usedBy.get(id)!, ".route.tsx")}-parts` : name;
  const grouped = [...uses.keys()].filter((id) => id.startsWith(ours) && (isShared(id) || isFragment(id)));
  return new Map(grouped.map((id) => [id, groupOf(id)]));
}

/**
 * Returns a function for Rolldown's groups, which names the group of a module. The group is `name` for the module
 * `file` and all that it imports, and null for all other modules.
 */
export function importedBy(file: string, name: string): (id: string, graph: Graph) => string | null {
  let imported: Set<string> | undefined;
  return (id, graph) => {
    imported ??= modulesOf(resolve(file), graph);
    return imported.has(id) ? name : null;
  };
}

/** The ids of a module and of everything that it imports statically, at any depth. */
function modulesOf(entry: string, graph: Graph): Set<string> {
  if (!graph.getModuleInfo(entry)) throw new Error(`${entry} is no module of the browser's build`);
  const found = new Set([entry]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
