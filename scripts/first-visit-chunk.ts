/**
 * Decides which modules are bundled together for a first visit. This is computed from the module graph, so that there
 * is no list of files that can become outdated.
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
/** The send queue. Pages with a booking load it at once, all other pages only when they are idle. */
const QUEUE = "app/queue-kinds.ts";
const SEND_QUEUE = "send-queue";
type Arrival = keyof typeof ARRIVALS;
/**
 * The bundles that several of these pages load, each with its pages. A module that several pages import goes into the
 * first bundle of this list whose pages include all of them. So a page may load modules that it does not need. A
 * separate bundle for each set of pages would avoid this, but every further file costs 700 bytes of headers and
 * compresses worse. The send queue has no pages here. It is in the list only for its position: it must come after
 * `sending`, because `sending` imports it and would otherwise contain it (firstVisitGroups).
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
 * The icons that two pages use in their own parts. They are grouped like our own modules; otherwise one page would load
 * the whole file of the other page for an icon. The module graph cannot tell which pages use an icon, because
 * lucide-react's index imports all icons.
 */
const SHARED_ICON = /lucide-react\/.*\/icons\/(message-circle|phone)\.mjs$/;

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

type NameOf = (id: string, graph: Graph) => string | null;

/**
 * The groups for Rolldown, the bundler: `base` for modules that every page imports, the families (FAMILIES), and a
 * group for each page alone, e.g. `book-parts`. Rolldown also puts everything that a group's modules import into the
 * group. An imported module may be needed by more pages than the group has. So the groups of more pages come first.
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

/**
 * Finds the group of each of our modules that an arrival page or the send queue loads. Returns the names of the groups
 * by module.
 */
function findGroups(graph: Graph): Map<string, string> {
  const everywhere = new Set(EVERY_PAGE.flatMap((file) => [...modulesOf(resolve(file), graph)]));
  const usedBy = new Map<string, Arrival[]>();
  for (const [page, file] of Object.entries(ARRIVALS) as [Arrival, string][])
    for (const id of modulesOf(resolve(file), graph)) usedBy.set(id, [...(usedBy.get(id) ?? []), page]);
  const queue = modulesOf(resolve(QUEUE), graph);
  const groupOf = (id: string): string => {
    const pages = usedBy.get(id) ?? [];
    if (everywhere.has(id)) return "base";
    // Every page loads the send queue when the page is idle. If a module of the queue were in a family, every page
    // would then load the whole family.
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
