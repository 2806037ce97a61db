/**
 * The partner stores, with 100 and with 100,000 of them: the requests of customers, one at a time, and the store page
 * compared with its limits.
 */
import { loadavg } from "node:os";
import { ask } from "../test/fixtures/product.ts";
import { measure, renderAlone } from "./ask.ts";
import { RARE_WORDS, slugOfFull } from "./load-stores.ts";
import type { Machine, Place } from "./machine.ts";
import { type Section, quantile, times } from "./report.ts";
import { COST_HEAD, costRow, lookupTarget, openBare, renderRow, renderTarget } from "./suites.ts";

const PAGES = 2000;
const ROUNDS = 480;
const WARMING = 40;

const search = (words: string[], category = "") =>
  words.map((q) => `/stores?${new URLSearchParams({ ...(category && { category }), q })}`);

const COMMON = "Search, common words";
const SELDOM = "Search, words of one store in a hundred";
/**
 * The requests of customers, as names and paths. The words are chosen so that a page shows the same number of stores
 * with 100 and with 100,000 stores. One search is an exception.
 */
const DIRECTORY: [name: string, paths: string[]][] = [
  ["Directory", ["/stores"]],
  ["A category", ["/stores?category=Food"]],
  [COMMON, search(["food", "states", "open", "every day"])],
  [SELDOM, search(["kilishi", "isiagu", "drones", "honey", "umbrellas", "sunscreen"])],
  ["Search, rare words (three of the oldest)", search(RARE_WORDS)],
  ["Search, two common words", search(["rice states", "open food", "send kitchen"])],
  ["Search, a common and a rare word", search(RARE_WORDS.map((word) => `open ${word}`))],
  ["Search, nothing found", search(["zzqxv", "helicopter", "rice helicopter", "laptops egusi wigs"])],
  ["Category and common word", search(["rice", "open", "states"], "Food")],
  ["Category and a word of other categories", search(["chargers", "agbada", "yam tubers", "earphones"], "Food")],
]; // prettier-ignore
const STORE: [name: string, path: (slug: string) => string][] = [
  ["Store page, 24 products", (slug) => `/stores/${slug}`],
  ["Search in a store", (slug) => `/stores/${slug}?q=small`],
];

type Size = { place: Place; total: number };
type Timing = { name: string; cards: number; p50: number; p99: number };

/**
 * Requests every page at both sizes, one at a time and in turn, so that a slow moment of the machine affects all alike.
 */
async function timeStores(sizes: [Size, Size]): Promise<[Timing[], Timing[]]> {
  const asked = sizes.map(({ place, total }) => {
    const slugs = Array.from({ length: 20 }, (_, i) => slugOfFull(Math.floor((i * total) / 100)));
    return [...DIRECTORY, ...STORE.map(([name, path]): [string, string[]] => [name, slugs.map(path)])].map(
      ([name, paths]) => ({ name, paths, origin: place.product.origin, times: [] as number[], cards: 0 }),
    );
  }) as [Asked[], Asked[]];
  for (let turn = 0; turn < WARMING + ROUNDS; turn++)
    for (const place of asked[0].keys())
      for (const kind of [asked[0][place]!, asked[1][place]!]) {
        const path = kind.paths[turn % kind.paths.length]!;
        const begun = performance.now();
        const reply = await ask(kind.origin, path);
        if (turn >= WARMING) kind.times.push(performance.now() - begun);
        if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
        kind.cards = Math.max(kind.cards, reply.text.split("<article").length - 1);
      }
  const [small, large] = asked;
  return [small.map(summed), large.map(summed)];
}

type Asked = { name: string; paths: string[]; origin: string; times: number[]; cards: number };
const summed = ({ name, times: all, cards }: Asked): Timing => ({
  name,
  cards,
  p50: quantile(all, 0.5),
  p99: quantile(all, 0.99),
});

const MOST = 1.5;
/** The load of the machine by other programs, before the benchmark began. */
const OTHER_WORK = loadavg()[0]!.toFixed(1);

/** Measures the directory, its searches and a store's page at two sizes. */
export async function storesSuite(sizes: [Size, Size]): Promise<Section> {
  const [few, many] = sizes.map(({ total }) => total.toLocaleString("en")) as [string, string];
  const [small, large] = await timeStores(sizes);
  const ms = ({ p50, p99 }: Timing) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
  const fullPage = small.find(({ name }) => name === COMMON)!;
  const rows = large.map((there, i) => {
    const here = small[i]!;
    // Rendering takes longer the more stores a page shows. If a page shows more stores at the larger size, it is
    // compared with a full page at the smaller size instead.
    const beside = here.cards === there.cards ? here : fullPage;
    return { there, here, beside, p50: there.p50 / beside.p50, p99: there.p99 / beside.p99 };
  });
  const worst = rows.toSorted((a, b) => b.p50 - a.p50)[0]!;
  return {
    title: `Partner stores at ${few} and ${many} (HTML pages, one at a time, both in turns)`,
    text: `With 20 products each. p50 / p99 of ${ROUNDS} requests each. In brackets: stores or products on the page; where there are more at the larger size, the ratio is to the full page that common words find at the smaller. Load of the machine before it began: ${OTHER_WORK}.`,
    head: ["", few, many, "p50, ratio", "p99, ratio"],
    rows: rows.map(({ there, here, p50, p99 }) => [
      there.name,
      `${ms(here)} (${here.cards})`,
      `${ms(there)} (${there.cards})`,
      times(p50),
      times(p99),
    ]),
    targets: [
      {
        what: `the slowest ratio of medians: ${worst.there.name}`,
        target: `≤ ${MOST} ×`,
        is: times(worst.p50),
        met: worst.p50 <= MOST,
        ...(worst.there.name === SELDOM && {
          because:
            "The newest 400 stores have some matches and too few, so the newest 5,000 are read: 2 ms more, which do not grow with the number of stores",
        }),
      },
    ],
  };
}

/** Measures a store page with 24 products, as HTML and as the data that the browser's router requests. */
export async function storePageSuite(machine: Machine, total: number): Promise<Section> {
  const { product } = machine;
  const { origin } = product;
  const url = origin.replace("localhost", "127.0.0.1");
  const slugs = Array.from({ length: PAGES }, (_, i) => slugOfFull(Math.floor((i * total) / 5 / PAGES)));
  const bare = await openBare(machine);
  try {
    const render = await renderAlone(machine, `/stores/${slugs[0]}`);
    const asked = (path: (slug: string) => string) => ({ url, origin, paths: slugs.map(path) });
    const lookup = await measure(machine, bare.child.pid!, {
      ...asked((slug) => `/store?slug=${slug}`),
      url: bare.url,
    });
    const page = await measure(machine, product.child.pid!, asked((slug) => `/stores/${slug}`)); // prettier-ignore
    const list = await measure(machine, product.child.pid!, asked((slug) => `/stores/${slug}.data`)); // prettier-ignore
    return {
      title: `Store page of 24 products, and its product list, at ${total.toLocaleString("en")} stores`,
      text: "The bare look-up reads the store and its 24 products in one prepared statement and answers them as JSON. The list is what a browser that is already there asks for.",
      head: COST_HEAD,
      rows: [
        costRow("node:http and one prepared look-up", lookup),
        renderRow(render.micros),
        costRow("The product: store page", page),
        costRow("The product: product list (data)", list),
      ],
      targets: [
        lookupTarget("of the bare look-up's requests: store page", page, lookup),
        renderTarget(
          "the bare render's CPU (server and PostgreSQL together): store page",
          page,
          render.micros,
        ),
        lookupTarget("of the bare look-up's requests: product list", list, lookup),
      ],
    };
  } finally {
    await bare.end();
  }
}
