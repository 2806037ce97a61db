/**
 * RUN-8: the database or the connection to it stops responding in various ways. No request takes longer than its
 * deadline, responses are 503 until the database works again, and the product serves within 5 s after that.
 */
import { readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { migrateDatabase } from "../../app/platform/db/migrate.server.ts";
import { startJobs } from "../../app/platform/jobs/jobs.server.ts";
import { JOB_KINDS } from "../../server/job-kinds.ts";
import {
  audit,
  bookAt,
  bookedCode,
  bookingForm,
  expectNothingLost,
  newClientLog,
  type ClientLog,
} from "../fixtures/consistency-audit.ts";
import { type FaultyNetwork, openFaultyNetwork } from "../fixtures/faulty-network.ts";
import { LONG, note, times, worst } from "../fixtures/long.ts";
import { startTestPostgres, type TestPostgres } from "../fixtures/postgres.ts";
import { ask, freePort, newDataDir, type Product, startProduct } from "../fixtures/product.ts";
import { openStream } from "../fixtures/stream.ts";

/** The deadline for a request in server/http/deadline.ts, with 1.5 s more for a busy machine. */
const DEADLINE_MS = 10_000 + 1500;
const BACK_MS = 5000;

const dataDir = newDataDir();
const clientLog = newClientLog();
let postgres: TestPostgres;
let url: string;
let network: FaultyNetwork;
let product: Product;

beforeAll(async () => {
  postgres = await startTestPostgres("server");
  url = await postgres.createDatabaseFrom("template1", "ona");
  // The database is migrated before the product starts, so that the measured time is that of a start alone.
  await migrateDatabase(url);
  await (await startJobs(url, JOB_KINDS, () => {})).stop();
  network = await openFaultyNetwork(url);
  product = await startProduct({
    DATA_DIR: dataDir,
    DATABASE_URL: network.connectionString,
    APP_SECRET: "a-secret-for-tests-of-enough-length",
    PORT: String(await freePort()),
    LOG_LEVEL: "silent",
  });
});
afterEach(() => network.set("well"));
afterAll(async () => {
  await product?.end("SIGTERM");
  await network?.close();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Answer = { begun: number; ms: number; status: number | "hung"; reply: string };

/** Sends requests in parallel at intervals; records the status and the time of each response. */
function startAsking() {
  const answers: Promise<Answer>[] = [];
  let asking = true;
  const one = async (form: boolean): Promise<Answer> => {
    const begun = performance.now();
    const key = crypto.randomUUID();
    const entry = { key, sent: 1, answers: [] as ClientLog["entries"][number]["answers"] };
    if (form) clientLog.entries.push(entry);
    const reply = await ask(product.origin, form ? "/book" : "/stores", {
      ...(form ? { form: bookingForm(key) } : {}),
      timeoutMs: DEADLINE_MS,
    }).catch(() => null);
    if (reply) entry.answers.push({ status: reply.status, code: bookedCode(reply) });
    const ms = performance.now() - begun;
    return { begun, ms, status: reply?.status ?? "hung", reply: reply?.text ?? "" };
  };
  const loop = (async () => {
    for (let n = 0; asking; n++) {
      answers.push(one(n % 2 === 0));
      await sleep(150);
    }
  })();
  return {
    async stop() {
      asking = false;
      await loop;
      return Promise.all(answers);
    },
  };
}

const served = ({ status }: Answer) => status === 200 || status === 302;

/**
 * Causes a fault while people send requests. Each request must be answered in time, also during the fault and the
 * recovery.
 */
async function tryFault(name: string, fault: () => Promise<void>, { mayServe = false } = {}): Promise<void> {
  const people = startAsking();
  await sleep(600);
  const broken = performance.now();
  await fault();
  const well = performance.now();
  await sleep(BACK_MS + 1500);
  const answers = await people.stop();
  const meanwhile = answers.filter(({ begun }) => begun > broken && begun < well);
  const after = answers.filter(({ begun }) => begun > well);
  const back = after.find((answer, i) => after.slice(i).every(served) && served(answer));
  const figures = {
    "asked meanwhile": meanwhile.length,
    "of them 503": meanwhile.filter(({ status }) => status === 503).length,
    "slowest answer, ms": worst(answers.map(({ ms }) => ms)),
    "back after, ms": back ? Math.round(back.begun + back.ms - well) : "never",
  };
  note(`m. ${name}`, figures);
  const others = answers.filter((answer) => !served(answer) && answer.status !== 503);
  expect(others.map(({ status, ms }) => ({ status, ms }))).toEqual([]);
  if (!mayServe) expect(meanwhile.some(({ status }) => status === 503)).toBe(true);
  for (const { status, reply } of meanwhile)
    if (status === 503) expect(reply).toMatch(/One moment, please|could not|Many people are here right now/);
  expect(figures["back after, ms"]).toBeLessThan(BACK_MS);
  expect(product.child.exitCode).toBeNull();
  await expectBackground();
}

/**
 * The job queue and the live streams have connections of their own. Checks that a mail is sent, and that the change of
 * another process arrives.
 */
async function expectBackground(): Promise<void> {
  const code = await bookAt(product.origin);
  const stream = await openStream(product.origin, `/live/track?code=${code}`);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query("select pg_notify('ona_live', $1)", [`booking:${code}`]);
  await expect.poll(() => stream.changes(), { timeout: 15_000 }).toBeGreaterThan(0);
  stream.close();
  const mails = async () => {
    const { rows } = await other.query(
      "select from mails m join bookings d on d.id = m.booking_id where d.tracking_code = $1",
      [code],
    );
    return rows.length;
  };
  await expect.poll(mails, { timeout: 20_000 }).toBe(1);
  await other.end();
}

/** The process ids of PostgreSQL's main process and of its children. */
function postgresProcesses(): number[] {
  const first = postgres.pid();
  const children = readFileSync(`/proc/${first}/task/${first}/children`, "utf8");
  return [first, ...children.split(" ").filter(Boolean).map(Number)];
}

function asSuperuser(address: string): string {
  const own = new URL(address);
  own.username = "postgres";
  return own.href;
}

const limit = { timeout: LONG ? 180_000 : 90_000 };
const seconds = (quick: number, long: number) => sleep(times(quick, long) * 1000);

test("[RUN-8] PostgreSQL is paused", limit, () =>
  tryFault("PostgreSQL paused", async () => {
    // All processes of PostgreSQL are stopped: none answers, and none accepts a connection.
    const pids = postgresProcesses();
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      await seconds(7, 20);
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
  }),
);

/** Breaks the network for six seconds. Connections that were opened before stay broken when the network works again. */
async function brokenFor6Seconds(how: "swallowed" | "to server" | "to client"): Promise<void> {
  network.set(how);
  if (how === "swallowed") network.freezeOpen();
  await seconds(6, 20);
  network.freezeOpen();
  network.set("well");
}

test("half-open: nothing passes, and its connections stay broken when the network is well again", limit, () =>
  tryFault("Half-open", () => brokenFor6Seconds("swallowed")),
);

test("half-open for a moment only: open connections are broken, new ones work at once", limit, () =>
  tryFault(
    "Half-open, only what was open",
    async () => {
      network.freezeOpen();
    },
    { mayServe: true },
  ),
);

test.each(["to server", "to client"] as const)("one-way: only %s passes", limit, (way) =>
  tryFault(`One-way, only ${way}`, () => brokenFor6Seconds(way)),
);

test("slow: every byte is late", limit, () =>
  tryFault(
    "Slow, 150 ms each way",
    async () => {
      network.set("slow", 150);
      await seconds(4, 20);
      network.set("well");
    },
    { mayServe: true },
  ),
);

/** Changes the product's role for some seconds, and ends its open connections, so that only new ones exist. */
async function whileRole(change: string, back: string): Promise<void> {
  const admin = new pg.Client({ connectionString: asSuperuser(url) });
  await admin.connect();
  await admin.query(`alter role ona ${change}`);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ona'");
  await seconds(3, 20);
  await admin.query(`alter role ona ${back}`);
  await admin.end();
}

test("its connections are used up by another", limit, () =>
  tryFault("Connections used up", () => whileRole("connection limit 0", "connection limit -1")),
);

test("the address answers read-only for a while, as a standby does before it is promoted", limit, () =>
  // A connection opened during this fault stays read-only after it. Only later connections can write.
  tryFault("A standby promoted", () =>
    whileRole("set default_transaction_read_only = on", "reset default_transaction_read_only"),
  ),
);

test(
  "of all bookings that were acknowledged meanwhile none is lost, none is there twice",
  limit,
  async () => {
    const found = await audit(url, clientLog);
    note("m. All of these together", { ...found });
    expectNothingLost(found, clientLog);
  },
);
