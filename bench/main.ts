/**
 * `npm run bench -- load N | track | book | pages | search | stores | office | live | accounts | mail | idle | quote | reports | all | web`: starts a PostgreSQL, the built product and a load generator,
 * measures, and ends them again. `all` writes bench/RESULTS.md, `stores`, `office`, `live`, `accounts`, `mail`, `idle`, `quote` and `reports` their own parts of it, `web` (web.ts, alone) bench/WEB.md.
 * Exits with 1 when a target is missed.
 * BENCH_DATABASE_URL: another, empty database.
 * BENCH_ROWS (1,000,000), BENCH_STORES (100,000), BENCH_SECONDS (6; 2 asks a third as often), BENCH_CPU_PROF a folder for the product's CPU profile.
 */
import { loadavg } from "node:os";
import { accountsSuite } from "./accounts.ts";
import { idleSuite } from "./idle.ts";
import { clear, load } from "./load.ts";
import { clearStores, loadStores } from "./load-stores.ts";
import { liveSuite } from "./live.ts";
import { mailSuite } from "./mail.ts";
import { type Machine, openMachine, type Place } from "./machine.ts";
import { exportSuite, officeSuite } from "./office.ts";
import { pagesSuite } from "./pages.ts";
import { quoteSuite, reportSuite } from "./money.ts";
import { missedTargets, type Section, write, writeResults } from "./report.ts";
import { storePageSuite, storesSuite } from "./stores.ts";
import { bookSuite, newest, searchSuite, trackSuite } from "./suites.ts";

/** The load average up to which a machine counts as quiet. */
const QUIET = 0.5;
const SMALL = 10_000;
const FEW_STORES = 100;
const rows = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const manyStores = Number(process.env["BENCH_STORES"] ?? 100_000);
const say = (line: string) => console.log(line);

async function search(machine: Machine): Promise<Section> {
  // Bookings of another measurement are not the loader's and would be in its way.
  await clear(machine.databaseUrl);
  await load(machine.databaseUrl, SMALL, say);
  const at = await newest(machine);
  await load(machine.databaseUrl, rows, say);
  return searchSuite(machine, rows, { size: SMALL, at });
}

async function track(machine: Machine): Promise<Section> {
  await load(machine.databaseUrl, SMALL, say);
  return trackSuite(machine, SMALL);
}

async function pages(machine: Machine): Promise<Section> {
  await load(machine.databaseUrl, SMALL, say);
  await loadStores(machine.databaseUrl, FEW_STORES, say);
  return pagesSuite(machine, SMALL, FEW_STORES);
}

/** Measures beside a second, small database, which is removed afterwards. */
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

async function accounts(machine: Machine): Promise<Section> {
  await load(machine.databaseUrl, rows, say);
  return accountsSuite(machine, rows);
}

async function csv(machine: Machine): Promise<Section> {
  await load(machine.databaseUrl, rows, say);
  return exportSuite({ place: machine, total: rows });
}

async function quotes(machine: Machine): Promise<Section> {
  await load(machine.databaseUrl, SMALL, say);
  return quoteSuite(machine, SMALL);
}

async function reports(machine: Machine): Promise<Section> {
  await load(machine.databaseUrl, rows, say);
  return reportSuite(machine, rows, say);
}

const live = (machine: Machine): Promise<Section> => liveSuite(machine, SMALL, say);

const mail = (machine: Machine): Promise<Section> => mailSuite(machine, SMALL, say);

/** Asked by strangers from distinct addresses. */
const OF_STRANGERS = new Set<unknown>([track, bookSuite, pages, storePage, quotes]);
const suites: Record<string, ((machine: Machine) => Promise<Section>)[]> = {
  track: [track],
  book: [bookSuite],
  pages: [pages],
  search: [search],
  stores: [stores, storePage],
  office: [office, csv],
  live: [live],
  accounts: [accounts],
  mail: [mail],
  idle: [idleSuite],
  quote: [quotes],
  reports: [reports],
  // Last, since it changes bookings.
  all: [
    idleSuite,
    track,
    bookSuite,
    pages,
    mail,
    live,
    search,
    stores,
    storePage,
    office,
    csv,
    accounts,
    quotes,
    reports,
  ],
};

const [what = "all", count] = process.argv.slice(2);
if (!suites[what] && what !== "web" && !(what === "load" && Number(count) > 0)) {
  console.error(
    "Say what to measure: npm run bench -- load N | track | book | pages | search | stores | office | live | accounts | mail | idle | quote | reports | all | web",
  );
  process.exit(1);
}
// If interrupted, it ends what it started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(143));
if (what === "web") {
  // Lighthouse is large: loaded only when needed.
  const { measureWeb } = await import("./web.ts");
  if ((await measureWeb(say)) > 0) process.exitCode = 1;
} else await measure(await openMachine());

async function measure(machine: Machine): Promise<void> {
  try {
    if (what === "load") return await load(machine.databaseUrl, Number(count), say);
    // What other programs use while it measures is missing in every figure.
    const load1 = loadavg()[0]!;
    if (load1 > QUIET)
      say(`This machine is not quiet (load ${load1.toFixed(1)}): figures will be worse than they are.`);
    const sections: Section[] = [];
    for (const suite of suites[what]!) {
      await machine.serve(OF_STRANGERS.has(suite));
      sections.push(await suite(machine));
      say(`\n${write(sections.at(-1)!)}`);
      if (
        [
          "all",
          "pages",
          "book",
          "stores",
          "office",
          "live",
          "accounts",
          "mail",
          "idle",
          "quote",
          "reports",
        ].includes(what)
      )
        writeResults(
          `${await machine.describe()}; load before: ${load1.toFixed(1)}`,
          sections,
          what === "all",
        );
    }
    const missed = missedTargets(sections);
    for (const target of missed) console.error(`Target missed: ${target}`);
    if (missed.length > 0) process.exitCode = 1;
  } finally {
    await machine.stop();
  }
}
