/**
 * The cost of the store page and the track page, compared with other products on the same database: a Next.js App
 * Router page, and PostGraphile's response for the same rows. The other products are in bench/peers/ and are installed
 * into .cache/peers when this part runs for the first time.
 */
import { execFile } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import packages from "./peers/package.json" with { type: "json" };
import { freePort } from "../test/fixtures/product.ts";
import { measure, whole } from "./ask.ts";
import { codeOf } from "./load.ts";
import { slugOfFull } from "./load-stores.ts";
import { type Helper, type Machine, startHelper } from "./machine.ts";
import { round, type Say, type Section, times } from "./report.ts";
import { COST_HEAD, costRow } from "./suites.ts";
import { browsersOf, read } from "./wire.ts";

const run = promisify(execFile);
const FOLDER = ".cache/peers";
const NEXT = join(FOLDER, "node_modules/next/dist/bin/next");
const QUIET = { NEXT_TELEMETRY_DISABLED: "1", GRAPHILE_ENV: "production" };

const STORE_QUERY = `query ($slug: String!) { storeBySlug(slug: $slug) { businessName category description phone address
  productsByStoreId(first: 24, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes { rowId name description category priceKobo stockQuantity } } } }`;
const PARCEL_QUERY = `query ($code: String!) { bookingByTrackingCode(trackingCode: $code) { trackingCode status senderState
  receiverState estimatedDelivery bookingEventsByBookingId(first: 10) { nodes { occurredAt toStatus } } } }`;

/** Copies bench/peers/ to .cache/peers, installs the packages if the lock file has changed, and builds. */
async function install(databaseUrl: string, say: Say): Promise<void> {
  cpSync("bench/peers", FOLDER, { recursive: true });
  const options = {
    cwd: FOLDER,
    env: { ...process.env, ...QUIET, NODE_ENV: "production", DATABASE_URL: databaseUrl },
  };
  const lock = readFileSync("bench/peers/package-lock.json", "utf8");
  const stamp = join(FOLDER, "node_modules/.ona-installed-lock");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
    say("Installing Next.js and PostGraphile …");
    await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], options);
    writeFileSync(stamp, lock);
  }
  await run(process.execPath, [resolve(NEXT), "build"], options);
}

async function startNext(databaseUrl: string, compress: "yes" | "no"): Promise<Helper & { url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const next = await startHelper(NEXT, { ...QUIET, DATABASE_URL: databaseUrl, PEER_COMPRESS: compress }, [
    "start",
    FOLDER,
    "--hostname",
    "127.0.0.1",
    "--port",
    String(port),
  ]);
  for (let tries = 0; !(await fetch(`${url}/nowhere`).catch(() => null)); tries++) {
    if (tries > 200) throw new Error("Next.js did not start");
    await sleep(50);
  }
  return { ...next, url };
}

async function startPostGraphile(databaseUrl: string): Promise<Helper & { url: string }> {
  const one = await startHelper(join(FOLDER, "postgraphile.js"), { ...QUIET, DATABASE_URL: databaseUrl });
  return { ...one, url: `http://127.0.0.1:${one.first}` };
}

async function withPeer(
  starting: Promise<Helper & { url: string }>,
  work: (peer: { pid: number; url: string }) => Promise<void>,
): Promise<void> {
  const { child, url, end } = await starting;
  await work({ pid: child.pid ?? 0, url }).finally(end);
}

type Asked = {
  name: string;
  pid: number;
  url: string;
  origin?: string;
  paths: string[];
  cookies?: string[];
  json?: string[];
};

type Measured = { row: string[]; micros: number };

async function measureOne(machine: Machine, { name, pid, origin, ...asked }: Asked): Promise<Measured> {
  const load = { origin: origin ?? asked.url, ...asked };
  const { body } = await read({
    ...load,
    path: load.paths[0] ?? "/",
    cookie: load.cookies?.[0],
    json: load.json?.[0],
  });
  // GraphQL responds with 200 even if it found nothing or failed.
  if (load.json && /"errors"|:null\}\}/.test(body.toString())) throw new Error(`${name}: ${body.toString()}`);
  const cost = await measure(machine, pid, load);
  return { row: [...costRow(name, cost), round(body.length)], micros: whole(cost) };
}

/** Compares the costs of the pages. */
export async function peersSuite(
  machine: Machine,
  { stores, bookings }: { stores: number; bookings: number },
  say: Say,
): Promise<Section> {
  const { product, databaseUrl } = machine;
  await install(databaseUrl, say);
  const slugs = Array.from({ length: stores / 5 }, (_, i) => slugOfFull(i));
  const codes = Array.from({ length: 100 }, (_, i) => codeOf(Math.floor((i * bookings) / 100)));
  const pages = [
    {
      name: "store page",
      most: 0.7,
      paths: slugs.map((slug) => `/stores/${slug}`),
      json: slugs.map((slug) => JSON.stringify({ query: STORE_QUERY, variables: { slug } })),
    },
    {
      name: "track page",
      most: 0.8,
      paths: codes.map((code) => `/track?code=${code}`),
      json: codes.map((code) => JSON.stringify({ query: PARCEL_QUERY, variables: { code } })),
    },
  ];
  const { origin } = product;
  const ours = { pid: product.child.pid ?? 0, url: origin.replace("localhost", "127.0.0.1"), origin };
  const cookies = await browsersOf({ ...ours, path: "/" });
  // A request with a cookie that the product does not know gets no cached page. The product then renders each page, as
  // Next.js does, and the two can be compared.
  const own = cookies.map((cookie) => `${cookie}; own=1`);
  const measured = pages.map((): Measured[] => []);
  const add = async (page: number, name: string, asked: Omit<Asked, "name">) =>
    void measured[page]?.push(await measureOne(machine, { ...asked, name: `${name}: ${pages[page]?.name}` }));
  for (const [page, { paths }] of pages.entries()) {
    await add(page, "The product, cached", { ...ours, paths, cookies });
    await add(page, "The product, rendered for each", { ...ours, paths, cookies: own });
  }
  for (const compress of ["yes", "no"] as const) {
    const name = compress === "yes" ? "Next.js with its gzip" : "Next.js, not compressed";
    await withPeer(startNext(databaseUrl, compress), async (peer) => {
      for (const [page, { paths }] of pages.entries()) await add(page, name, { ...peer, paths });
    });
  }
  await withPeer(startPostGraphile(databaseUrl), async (peer) => {
    for (const [page, { json }] of pages.entries())
      await add(page, "PostGraphile, JSON", { ...peer, paths: ["/graphql"], json });
  });
  const verdicts = measured.map((found, page) => {
    const [cached, each, next, , lookUp] = found.map(({ micros }) => micros);
    return `${pages[page]?.name}, cached ${beside(cached, next)} Next.js and ${beside(cached, lookUp)} PostGraphile, rendered for each ${beside(each, next)} Next.js`;
  });
  const { next, postgraphile } = packages.dependencies;
  return {
    title: "Beside Next.js and PostGraphile",
    text: `The same rows of one database, asked for as a phone's Chrome asks. Next.js ${next} renders for each request (\`force-dynamic\`) a page without style, frame, session, form or limit; PostGraphile ${postgraphile} answers JSON. CPU of server and PostgreSQL together: ${verdicts.join("; ")}.`,
    head: [...COST_HEAD, "bytes"],
    rows: measured.flat().map(({ row }) => row),
    targets: measured.map(([, each, next], page) => {
      const { name = "", most = 0 } = pages[page] ?? {};
      const ratio = (each?.micros ?? NaN) / (next?.micros ?? NaN);
      return {
        what: `a ${name} rendered for each, beside Next.js`,
        target: `≤ ${most} ×`,
        is: times(ratio),
        met: ratio <= most,
      };
    }),
  };
}

/** Writes the ratio of our product's cost to another product's cost: '0.5 × the cost of'. */
const beside = (ours = NaN, theirs = NaN): string => `${times(ours / theirs)} the cost of`;
