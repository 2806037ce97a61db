/**
 * `npm run bench -- PART …` or `-- load N`: starts a PostgreSQL, the built product and a load generator, measures, and
 * ends these processes. Each part writes its sections of bench/RESULTS.md. Exits with 1 if a target is missed.
 *
 * - The part `web` (web.ts) runs alone and writes bench/WEB.md.
 * - The part `peers` also measures other products. Its first run installs them (bench/peers/) into .cache, 630 MB.
 * - BENCH_DATABASE_URL: an empty database to use instead of the started PostgreSQL.
 * - BENCH_CPU_PROF: a folder for the product's CPU profile.
 * - BENCH_ROWS, BENCH_STORES: the numbers of bookings (1,000,000) and stores (100,000).
 * - BENCH_SECONDS: scales the number of requests (6); with 2 a third as many are sent.
 */
import { loadavg } from "node:os";
import { accountsSuite } from "./accounts.ts";
import { apiSuite } from "./api.ts";
import { idleSuite } from "./idle.ts";
import { bulkSuite } from "./bulk.ts";
import { bookAmongManySuite, bookSuite } from "./booking.ts";
import { listSuite } from "./list.ts";
import { clear, load } from "./load.ts";
import { clearStores, loadStores } from "./load-stores.ts";
import { liveSuite } from "./live.ts";
import { mailSuite } from "./mail.ts";
import { type Machine, openMachine, type Place } from "./machine.ts";
import { messagesSuite } from "./messages.ts";
import { mixedSuite } from "./mixed.ts";
import { exportSuite, officeSuite } from "./office.ts";
import { pagesSuite, trackSuite } from "./pages.ts";
import { peersSuite } from "./peers.ts";
import { quoteSuite, reportSuite } from "./money.ts";
import { missedTargets, type Say, type Section, write, writeResults } from "./report.ts";
import { parcelReportSuite, roadSuite } from "./road.ts";
import { riderPhoneSuite } from "./rider-phone.ts";
import { startingSuite } from "./starting.ts";
import { storePageSuite, storesSuite } from "./stores.ts";
import { newest, searchSuite } from "./suites.ts";
import { uploadSuite } from "./upload.ts";

/** Up to this load average the machine counts as quiet. */
const QUIET = 0.5;
const SMALL = 10_000;
const FEW_STORES = 100;
const rows = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const manyStores = Number(process.env["BENCH_STORES"] ?? 100_000);
const say = (line: string) => console.log(line);

type Suite = (machine: Machine, total: number, say: Say) => Promise<Section>;

/** Returns the suite with a step before it, which fills the database up to `total` bookings. */
const among = (total: number, suite: Suite) => async (machine: Machine) => {
  await load(machine.databaseUrl, total, say);
  return suite(machine, total, say);
};

const track = among(SMALL, trackSuite);
const list = among(SMALL, listSuite);
const quotes = among(SMALL, quoteSuite);
const accounts = among(rows, accountsSuite);
const reports = among(rows, reportSuite);
const parcelReports = among(rows, parcelReportSuite);
const road = among(rows, roadSuite);
const upload = among(rows, uploadSuite);

async function search(machine: Machine): Promise<Section> {
  // An earlier measurement may have added bookings that would change the figures, so all bookings are replaced.
  await clear(machine.databaseUrl);
  await load(machine.databaseUrl, SMALL, say);
  const at = await newest(machine);
  await load(machine.databaseUrl, rows, say);
  return searchSuite(machine, rows, { size: SMALL, at });
}

async function pages(machine: Machine): Promise<Section> {
  await loadStores(machine.databaseUrl, FEW_STORES, say);
  return pagesSuite(machine, FEW_STORES);
}

async function peers(machine: Machine): Promise<Section> {
  await load(machine.databaseUrl, SMALL, say);
  await loadStores(machine.databaseUrl, FEW_STORES, say);
  return peersSuite(machine, { stores: FEW_STORES, bookings: SMALL }, say);
}

/** Runs a suite that compares the database with a second, small one. The second product is stopped afterwards. */
async function besideFew(machine: Machine, suite: (few: Place) => Promise<Section>): Promise<Section> {
  const few = await machine.openSecond();
  return suite(few).finally(() => few.end());
}

async function stores(machine: Machine): Promise<Section> {
  await clearStores(machine.databaseUrl);
  await loadStores(machine.databaseUrl, manyStores, say);
  return besideFew(machine, async (few) => {
    await loadStores(few.databaseUrl, FEW_STORES, say);
    return storesSuite([
      { place: few, total: FEW_STORES },
      { place: machine, total: manyStores },
    ]);
  });
}

async function storePage(machine: Machine): Promise<Section> {
  await loadStores(machine.databaseUrl, manyStores, say);
  return storePageSuite(machine, manyStores);
}

async function office(machine: Machine): Promise<Section> {
  await clear(machine.databaseUrl);
  await load(machine.databaseUrl, rows, say);
  const many = { place: machine, total: rows };
  return besideFew(machine, async (few) => {
    await load(few.databaseUrl, SMALL, say);
    return officeSuite([{ place: few, total: SMALL }, many]);
  });
}

async function csv(machine: Machine): Promise<Section> {
  await load(machine.databaseUrl, rows, say);
  return exportSuite({ place: machine, total: rows });
}

const book = (machine: Machine): Promise<Section> => bookSuite(machine, SMALL, say);

const bookAmongMany = (machine: Machine): Promise<Section> => bookAmongManySuite(machine, [SMALL, rows], say);

const api = (machine: Machine): Promise<Section> => apiSuite(machine, SMALL, say);

const live = (machine: Machine): Promise<Section> => liveSuite(machine, SMALL, say);

const mail = (machine: Machine): Promise<Section> => mailSuite(machine, SMALL, say);

const bulk = (machine: Machine): Promise<Section> => bulkSuite(machine, say);

const messages = (machine: Machine): Promise<Section> => messagesSuite(machine, say);

const mixed = (machine: Machine): Promise<Section> => mixedSuite(machine, say);

/**
 * The parts that send requests in the name of many strangers, each with a distinct IP address. The product must run as
 * behind a proxy for these parts, because only then does it use the address in the request.
 */
const OF_STRANGERS = new Set<unknown>([track, pages, storePage, quotes, peers]);
const suites: Record<string, ((machine: Machine) => Promise<Section>)[]> = {
  idle: [idleSuite],
  track: [track],
  pages: [pages],
  list: [list],
  book: [book],
  bulk: [bulk],
  api: [api],
  mail: [mail],
  messages: [messages],
  mixed: [mixed],
  size: [bookAmongMany],
  start: [startingSuite],
  live: [live],
  search: [search],
  stores: [stores, storePage],
  office: [office, csv],
  quote: [quotes],
  reports: [reports, parcelReports],
  road: [road],
  phone: [riderPhoneSuite],
  peers: [peers],
  // The parts from `upload` on come last, because they change bookings.
  upload: [upload],
  accounts: [accounts],
};
/** The part that `all` leaves out, because it installs other products. */
const ONLY_BY_NAME = new Set(["peers"]);
const PARTS = [...Object.keys(suites), "all", "load N", "web"].join(" | ");

const asked = process.argv.slice(2);
const what = asked[0] ?? "all";
const toLoad = what === "load" ? Number(asked[1]) : 0;
/** The parts to measure. Their order is that of `suites`, whatever the order of the arguments. */
const parts = Object.keys(suites).filter((part) =>
  what === "all" ? !ONLY_BY_NAME.has(part) : asked.includes(part),
);
if (
  !(toLoad > 0) &&
  what !== "web" &&
  (parts.length === 0 || (what !== "all" && parts.length < asked.length))
) {
  console.error(`Say what to measure: npm run bench -- ${PARTS}`);
  process.exit(1);
}
// An interrupted run exits in the usual way, so that the processes that it started are ended.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(143));
if (what === "web") {
  // web.ts is imported only for this part, because Lighthouse is large.
  const { measureWeb } = await import("./web.ts");
  if ((await measureWeb(say)) > 0) process.exitCode = 1;
} else await measure(await openMachine());

async function measure(machine: Machine): Promise<void> {
  try {
    if (toLoad > 0) return await load(machine.databaseUrl, toLoad, say);
    // Other programs take CPU from the product, so the figures of a busy machine are worse than those of a quiet one.
    const load1 = loadavg()[0]!;
    if (load1 > QUIET)
      say(`This machine is not quiet (load ${load1.toFixed(1)}): figures will be worse than they are.`);
    const run = { on: new Date().toISOString().slice(0, 10), load: load1.toFixed(1) };
    const sections: Section[] = [];
    for (const suite of parts.flatMap((part) => suites[part] ?? [])) {
      await machine.serve(OF_STRANGERS.has(suite));
      const section = await suite(machine);
      sections.push(section);
      say(`\n${write(section, run)}`);
      writeResults(await machine.describe(), run, [section]);
    }
    const missed = missedTargets(sections);
    for (const target of missed) console.error(`Target missed: ${target}`);
    if (missed.length > 0) process.exitCode = 1;
  } finally {
    await machine.stop();
  }
}
