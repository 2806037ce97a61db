/**
 * The modules that are bundled together for a first visit, derived from the module graph, so that no list of files can
 * become outdated.
 */
import { resolve } from "node:path";

/** The entry modules that every page loads, and the routes of the pages at which people arrive. */
const EVERY_PAGE = ["app/entry.client.tsx", "app/root.tsx", "app/shells/public.tsx"];
const ARRIVALS = {
  home: "app/company/marketing/home.route.tsx",
  book: "app/parcels/bookings/book.route.tsx",
  quote: "app/money/prices/quote.route.tsx",
  track: "app/parcels/tracking/track.route.tsx",
  stores: "app/stores/storefront/stores.route.tsx",
  store: "app/stores/storefront/store.route.tsx",
  order: "app/stores/orders/order.route.tsx",
  contact: "app/company/contact/contact.route.tsx",
  login: "app/people/sign-in/login.route.tsx",
};
/** Pages with a booking load the send queue at once, all other pages only when they are idle. */
const QUEUE = "app/queue-kinds.ts";
const SEND_QUEUE = "send-queue";
type Arrival = keyof typeof ARRIVALS;
/**
 * The bundles that several of these pages load, each with the pages for which it is made. A module is in the first
 * bundle whose pages include all pages that import the module. An exact bundle for each set of pages would mean more
 * files, and every file costs 700 bytes of headers and compresses worse. The send queue is in the list only to set its
 * position, because `sending` imports it.
 */
const FAMILIES: [name: string, pages: Arrival[]][] = [
  ["sending", ["book", "track"]],
  [SEND_QUEUE, []],
  ["prices", ["book", "quote"]],
  ["addresses", ["book", "store"]],
  ["state-map", ["home", "track"]],
  ["following", ["track", "order"]],
  ["shops", ["stores", "store"]],
  ["store-cards", ["home", "stores", "store"]],
  ["forms", ["book", "track", "store", "contact", "login"]],
  ["parcels", ["home", "book", "quote", "track", "order", "contact"]],
  ["fields", ["home", "book", "quote", "track", "store", "contact", "login"]],
];

/**
 * The icons that two pages draw in their own parts. lucide-react's index imports all icons, so the graph does not say
 * which page draws which. A page would load the whole file of the other page for one icon.
 */
const SHARED_ICON = /lucide-react\/.*\/icons\/(message-circle|phone)\.mjs$/;

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

type NameOf = (id: string, graph: Graph) => string | null;

/**
 * Rolldown's groups of our modules that the arrival pages load: `base` for what every page imports, the families, and a
 * group for each page alone, e.g. `book-parts`. Rolldown also adds everything that a group's modules import to the
 * group. More pages may use these imports, so the groups of more pages come first.
 */
export function firstVisitGroups(): { name: NameOf; priority: number }[] {
  let found: Map<string, string> | undefined;
  const named =
    (isName: (name: string) => boolean): NameOf =>
    (id, graph) => {
      const name = (found ??= findGroups(graph)).get(id);
      return name !== undefined && isName(name) ? name : null;
    };
  const shared = ["base", ...FAMILIES.toReversed().map(([family]) => family)];
  const names = [...shared.map((group) => named((name) => name === group)), named(() => true)];
  return names.map((name, n) => ({ name, priority: names.length - n }));
}

/** The name of the group of each of our modules that an arrival page or the send queue loads. */
function findGroups(graph: Graph): Map<string, string> {
  const everywhere = new Set(EVERY_PAGE.flatMap((file) => [...modulesOf(resolve(file), graph)]));
  const usedBy = new Map<string, Arrival[]>();
  for (const [page, file] of Object.entries(ARRIVALS) as [Arrival, string][])
    for (const id of modulesOf(resolve(file), graph)) usedBy.set(id, [...(usedBy.get(id) ?? []), page]);
  const queue = modulesOf(resolve(QUEUE), graph);
  const groupOf = (id: string): string => {
    const pages = usedBy.get(id) ?? [];
    if (everywhere.has(id)) return "base";
    // Every page loads the send queue when the page is idle. It should not load a whole family for one module of the
    // queue.
    if (queue.has(id)) return pages.length > 2 ? "base" : SEND_QUEUE;
    if (pages.length === 1) return `${pages[0]}-parts`;
    return FAMILIES.find(([, those]) => pages.every((page) => those.includes(page)))?.[0] ?? "base";
  };
  const ours = resolve("app") + "/";
  const grouped = [...everywhere, ...usedBy.keys(), ...queue].filter(
    (id) => id.startsWith(ours) || SHARED_ICON.test(id),
  );
  return new Map(grouped.map((id) => [id, groupOf(id)]));
}

/** The ids of a module and of everything that it imports statically, at any depth. */
function modulesOf(entry: string, graph: Graph): Set<string> {
  if (!graph.getModuleInfo(entry)) throw new Error(`${entry} is no module of the browser's build`);
  const found = new Set([entry]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
