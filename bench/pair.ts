/**
 * `BENCH_OTHER=FOLDER node scripts/run.mjs --built bench/pair.ts`: compares this product with the product of another
 * commit: search, the list of bookings, public pages and bank statements. Both are measured in turn in one run, so that
 * other load of the machine affects both alike. Prints the medians and their ratio; exits with 1 if a ratio is above
 * 1.1. FOLDER is a built checkout:
 * `git worktree add FOLDER COMMIT && cd FOLDER && npm ci && npm run build`.
 * BENCH_ROWS: the number of bookings (1,000,000). BENCH_ROUNDS: how often each page is requested (60).
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { gtbankStatement } from "../test/fixtures/bank-statements.ts";
import { startTestPostgres } from "../test/fixtures/postgres.ts";
import { ADMIN, ask, freePort, newDataDir, signIn } from "../test/fixtures/product.ts";
import { codeOf } from "./load.ts";

const MOST = 1.1;
const STATEMENTS = "/admin/payments/statements";
const STATEMENT_ROWS = 3000;
const other = resolve(process.env["BENCH_OTHER"] ?? "");
const rows = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 60);

type Loaded = { load(url: string, total: number, say: (line: string) => void): Promise<void> };
type Side = { name: string; origin: string; cookie: string; end(): Promise<void> };

const postgres = await startTestPostgres("server", { fsync: true, settings: ["shared_buffers=1GB"] });

/** Starts the product of a folder on a database of its own, and loads bookings by that folder's own script. */
async function openSide(name: string, folder: string): Promise<Side> {
  const url = await postgres.createDatabaseFrom("template0", name);
  const [dataDir, port] = [newDataDir(), await freePort()];
  const flags = JSON.parse(readFileSync(resolve(folder, "scripts/node-flags.json"), "utf8")) as string[];
  const child = spawn(process.execPath, [...flags, "server/main.ts"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      LIMITS_FACTOR: "100000",
      LOG_LEVEL: "error",
      SEED: "none",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      APP_SECRET: "a-secret-for-the-benchmarks-only",
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: String(port),
    },
  });
  const origin = `http://localhost:${port}`;
  for (const until = Date.now() + 60_000; (await ask(origin, "/readyz").catch(() => null))?.status !== 200;) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${folder} does not start`);
    await sleep(100);
  }
  const { load } = (await import(pathToFileURL(resolve(folder, "bench/load.ts")).href)) as Loaded;
  await load(url, rows, (line) => console.log(`${name}: ${line}`));
  return {
    name,
    origin,
    cookie: await signIn(origin),
    async end() {
      const gone = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function open({ origin, cookie }: Side, path: string): Promise<string> {
  const { status, text } = await ask(origin, path, { cookie, timeoutMs: 120_000 });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return text;
}

/** Uploads a statement of many rows, chooses its columns, and waits until it is matched; returns its page. */
async function matchStatement(side: Side, round: number): Promise<string> {
  const { origin, cookie } = side;
  const transfers = Array.from({ length: STATEMENT_ROWS }, (_, n) => ({
    kobo: 500_000,
    n: round * STATEMENT_ROWS + n,
    text: `NIP ${codeOf((n * 31 + round) % rows)} FROM ADA OBI`,
  }));
  const body = new FormData();
  body.set("idempotencyKey", crypto.randomUUID());
  body.set("account", "other");
  body.set("otherAccount", "GTBank 0123456789");
  body.set("file", new File([Buffer.from(gtbankStatement(transfers))], "statement.csv"));
  const headers = { Cookie: cookie, Origin: origin };
  const sent = await fetch(origin + STATEMENTS, { method: "POST", body, headers, redirect: "manual" });
  const page = sent.headers.get("location") ?? "";
  if (!page.startsWith(STATEMENTS)) throw new Error(`${side.name} refused the statement: ${sent.status}`);
  const columns = {
    date: "0",
    amount: "4",
    details: "7",
    reference: "2",
    out: "3",
    balance: "5",
    direction: "",
  };
  const form = { idempotencyKey: crypto.randomUUID(), intent: "columns", ...columns, dayFirst: "yes" };
  if ((await open(side, page)).includes('value="columns"')) await ask(origin, page, { cookie, form });
  while ((await open(side, page)).includes("We are matching the rows")) await sleep(50);
  return page;
}

const sides = [await openSide("before", other), await openSide("now", resolve("."))];
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
let missed = false;

/** Does the same work on both sides in turn, and compares the medians. */
async function inPairs(name: string, times: number, work: (side: Side, round: number) => Promise<unknown>) {
  const took = sides.map((): number[] => []);
  for (let round = -1; round < times; round++)
    for (const at of round % 2 ? [1, 0] : [0, 1]) {
      const begun = performance.now();
      await work(sides[at]!, round + 1);
      // The first round only warms up both sides.
      if (round >= 0) took[at]!.push(performance.now() - begun);
    }
  const [before, now] = took.map(median) as [number, number];
  const ratio = now / before;
  missed ||= !(ratio <= MOST);
  console.log(`${name}: before ${before.toFixed(1)} ms, now ${now.toFixed(1)} ms, ${ratio.toFixed(2)} times`);
}

try {
  const terms = [
    "okafor",
    "chinedu okafor",
    "ebiere aigbe",
    "example.ng",
    codeOf(rows >> 1),
    "zzqxv",
    "0803",
  ];
  for (const term of terms)
    await inPairs(`Search '${term}'`, rounds, (side) =>
      open(side, `/admin/bookings?q=${encodeURIComponent(term)}`),
    );
  await inPairs("Search customers", rounds, (side) => open(side, "/admin/customers?q=okafor"));
  await inPairs("Desk", rounds, (side) => open(side, "/admin/bookings"));
  await inPairs("Desk, pending", rounds, (side) => open(side, "/admin/bookings?status=pending"));
  // With a session, each page is rendered for one person, so that no cache answers.
  for (const path of ["/", "/book", "/stores", `/track?code=${codeOf(rows >> 1)}`])
    await inPairs(`Page ${path}`, rounds, (side) => open(side, path));
  const pages = new Map<Side, string>();
  await inPairs(`Statement of ${STATEMENT_ROWS} rows, until it is matched`, 5, async (side, round) =>
    pages.set(side, await matchStatement(side, round)),
  );
  await inPairs("Statement, opened", rounds, async (side) => {
    if (!(await open(side, pages.get(side) ?? "")).includes("ADA OBI")) throw new Error("it shows no rows");
  });
} finally {
  await Promise.all(sides.map((side) => side.end()));
  await postgres.stop();
}
process.exit(missed ? 1 : 0);
