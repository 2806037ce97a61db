/**
 * Public pages as a phone's browser requests them: as the first page of a browser, as a later page, and without
 * compression. Each is compared with a limit, such as the cost of sending the same bytes without any other work.
 */
import { request } from "node:http";
import { type Cost, measure, renderAlone, whole } from "./ask.ts";
import { CHROME_ENCODINGS } from "./browser-headers.ts";
import { codeOf } from "./load.ts";
import { slugOfFull } from "./load-stores.ts";
import { type Machine, residentMegabytes } from "./machine.ts";
import { type Section, type Target, round, times } from "./report.ts";
import { openBare } from "./suites.ts";
import { browsersOf, type Page, read } from "./wire.ts";

const MOST_FOR_COMPRESSION = 1.25;
const MOST_LATER_BYTES = 8 * 1024;
const DISTINCT = 10_000;
/**
 * The limit for the product's memory after requests for many different pages. V8 uses more memory while the machine is
 * busy, so the limit is generous. The product has no leak: after 40,000 different pages the process uses no more memory
 * than after 10,000.
 */
const MOST_MEGABYTES = 750;

/** Stores a page at the bare server, which then sends exactly the page's bytes as its response to `/same`. */
function keep(url: string, { body, encoding }: Page): Promise<void> {
  return new Promise((done, failed) => {
    const headers = { "Content-Length": body.length, ...(encoding && { "Content-Encoding": encoding }) };
    request(`${url}/same`, { method: "PUT", headers }, (response) => response.resume().on("end", done))
      .on("error", failed)
      .end(body);
  });
}

type Limit = { what: string; most: number; measure(): Promise<number> };
type Asked = { name: string; paths: string[]; limit: Limit; kept: boolean };
type Measured = Asked & { first: number; later: number; pages: Cost[]; bare: number };

type Asking = {
  machine: Machine;
  bare: Awaited<ReturnType<typeof openBare>>;
  ofBare(paths: string[]): Promise<number>;
};

/** Measures each page as a browser's first page and as a later one, and the limit with which the page is compared. */
async function measurePages({ machine, bare }: Asking, asked: Asked[]): Promise<Measured[]> {
  const { origin, child } = machine.product;
  const url = origin.replace("localhost", "127.0.0.1");
  const pid = child.pid ?? 0;
  const found: Measured[] = [];
  for (const one of asked) {
    const wanted = { url, origin, path: one.paths[0] ?? "/" };
    const cookies = await browsersOf(wanted);
    const [first, later] = [await read(wanted), await read({ ...wanted, cookie: cookies[0] })];
    await keep(bare.url, later);
    const load = { url, origin, paths: one.paths, cookies };
    found.push({
      ...one,
      first: first.body.length,
      later: later.body.length,
      pages: [
        await measure(machine, pid, { ...load, cookies: [], encodings: CHROME_ENCODINGS }),
        await measure(machine, pid, load),
        await measure(machine, pid, { ...load, encodings: "identity" }),
      ],
      bare: await one.limit.measure(),
    });
  }
  return found;
}

async function asking<T>(machine: Machine, work: (one: Asking) => Promise<T>): Promise<T> {
  const bare = await openBare(machine);
  const { origin } = machine.product;
  const ofBare = async (paths: string[]) =>
    whole(await measure(machine, bare.child.pid ?? 0, { url: bare.url, origin, paths }));
  return work({ machine, bare, ofBare }).finally(() => bare.end());
}

const TEXT =
  "CPU of the product and of PostgreSQL together. 'First' and 'later' are a browser's first page and one after it, compressed; the multiple is of the later page.";
const HEAD = ["", "first, bytes", "later, bytes", "first, µs", "later, µs", "not compressed, µs", "limit, µs", "p50 / p99 later"]; // prettier-ignore
const rowOf = ({ name, first, later, pages, bare }: Measured) => [
  name,
  round(first),
  round(later),
  ...pages.map((cost) => round(whole(cost))),
  round(bare),
  `${pages[1]?.p50} / ${pages[1]?.p99} ms`,
];

/** Measures pages that are cached for everybody, and a page that is rendered for each request. */
export function pagesSuite(machine: Machine, stores: number): Promise<Section> {
  return asking(machine, async (one) => {
    const sameBytes: Limit = {
      what: "node:http sending the same bytes",
      most: 4,
      measure: () => one.ofBare(["/same"]),
    };
    const plain = (name: string, path: string): Asked => ({
      name,
      paths: [path],
      limit: sameBytes,
      kept: true,
    });
    const slugs = Array.from({ length: stores / 5 }, (_, i) => slugOfFull(i));
    const found = await measurePages(one, [
      plain("Home", "/"),
      plain("Book form", "/book"),
      plain("Directory", "/stores"),
      {
        name: "Store page, 24 products",
        paths: slugs.map((slug) => `/stores/${slug}`),
        limit: {
          what: "the bare look-up of its rows",
          most: 0.5,
          measure: () => one.ofBare(slugs.map((slug) => `/store?slug=${slug}`)),
        },
        kept: true,
      },
      { ...plain("Sign-in form, made for each", "/login"), limit: { ...sameBytes, most: Infinity }, kept: false },
    ]); // prettier-ignore
    return {
      title: "Public pages as a phone's browser asks for them",
      text: TEXT,
      head: HEAD,
      rows: found.map(rowOf),
      targets: found.flatMap(targetsOf),
    };
  });
}

/**
 * Measures the track page of a parcel for a stranger: a page that was requested before, and a page that is requested
 * for the first time. After that, measures the product's memory after many different pages.
 */
export function trackSuite(machine: Machine, bookings: number): Promise<Section> {
  const { product } = machine;
  const some = Array.from({ length: 100 }, (_, i) => codeOf(Math.floor((i * bookings) / 100)));
  const all = Array.from({ length: bookings }, (_, i) => codeOf(i));
  const track = (name: string, codes: string[], kept: boolean, limit: Limit): Asked => ({
    name,
    paths: codes.map((code) => `/track?code=${code}`),
    limit,
    kept,
  });
  return asking(machine, async (one) => {
    const found = await measurePages(one, [
      track("Track page, seen before", some, true, {
        what: "node:http sending the same bytes",
        most: 8,
        measure: () => one.ofBare(["/same"]),
      }),
      track("Track page, new", all, false, {
        what: "renderToString alone",
        most: 3,
        measure: async () => (await renderAlone(machine, `/track?code=${all[0]}`)).micros,
      }),
    ]);
    await measure(machine, product.child.pid ?? 0, {
      url: product.origin.replace("localhost", "127.0.0.1"),
      origin: product.origin,
      paths: all.map((code) => `/track?code=${code}`),
      requests: DISTINCT,
    });
    const after = residentMegabytes(product.child.pid ?? 0);
    return {
      title: "Track page",
      text: TEXT,
      head: HEAD,
      rows: found.map(rowOf),
      targets: [
        ...found.flatMap(targetsOf),
        {
          what: `memory after ${round(DISTINCT)} distinct pages`,
          target: `≤ ${MOST_MEGABYTES} MB`,
          is: `${round(after)} MB`,
          met: after <= MOST_MEGABYTES,
        },
      ],
    };
  });
}

function targetsOf({ name, limit, kept, later, pages, bare }: Measured): Target[] {
  const [, packed, plain] = pages.map(whole);
  if (!packed || !plain) return [];
  const [ratio, compression] = [packed / bare, packed / plain];
  const targets: Target[] = [];
  if (limit.most < Infinity)
    targets.push({
      what: `${limit.what}: ${name}`,
      target: `≤ ${limit.most} ×`,
      is: times(ratio),
      met: ratio <= limit.most,
    });
  // The product compresses a page when it caches it, so this target applies only to pages that are not cached.
  if (!kept)
    targets.push({
      what: `the page without compression: ${name}`,
      target: `≤ ${MOST_FOR_COMPRESSION} ×`,
      is: times(compression),
      met: compression <= MOST_FOR_COMPRESSION,
    });
  targets.push({
    what: `bytes of a later page: ${name}`,
    target: `≤ ${round(MOST_LATER_BYTES)}`,
    is: round(later),
    met: later <= MOST_LATER_BYTES,
  });
  return targets;
}
