/**
 * The cost of the API: a read is compared with the same SQL statements behind node:http, and a booking with a booking
 * by the form.
 */
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { NEW_BOOKING_EXAMPLE } from "../app/developers/endpoints/examples.ts";
import { testConfig } from "../test/fixtures/config.ts";
import { bookingForm } from "../test/fixtures/consistency-audit.ts";
import { insertKey } from "../test/fixtures/api.ts";
import { createLog } from "../server/observe/log.ts";
import { measure, whole, type Cost } from "./ask.ts";
import { codeOf, load } from "./load.ts";
import { startHelper, type Machine, type Place } from "./machine.ts";
import { times, type Say, type Section, type Target } from "./report.ts";
import { COST_HEAD, costRow } from "./suites.ts";

const MOST_READ = 2;
const MOST_BOOKING = 1.2;
const CODES = 100;
/**
 * The number of measured bookings. A quarter more is booked before, to warm up. The owner of the key has a delivered
 * and paid parcel, and may therefore book up to 2,000 a day.
 */
const BOOKINGS = 1200;

export type Recorded = { path: string; statements: { text: string; values: unknown[] }[]; body: string };
type AppModule = typeof import("../server/app.ts");

/** Makes an API key. The first parcels in the database belong to its owner, and one of them is delivered and paid. */
async function makeOwner({ databaseUrl }: Place): Promise<{ key: string; codes: string[] }> {
  const key = await insertKey(databaseUrl, "live");
  const codes = Array.from({ length: CODES }, (_, n) => codeOf(n));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    "update bookings set customer_id = (select user_id from api_keys limit 1) where tracking_code = any($1)",
    [codes],
  );
  await client.query(
    `insert into booking_balances (booking_id, price_kobo, paid_kobo) select id, 100, 100 from bookings
     where customer_id is not null and status = 'delivered' limit 1
     on conflict (booking_id) do update set price_kobo = 100, paid_kobo = 100`,
  );
  await client.end();
  return { key, codes };
}

/**
 * Returns the SQL statements that the product executes for each path, and its response. The API key was used just
 * before, so the statements do not include those of its first use.
 */
async function record({ databaseUrl }: Place, key: string, paths: string[]): Promise<Recorded[]> {
  const build = (await import(pathToFileURL(resolve("build/server/index.js")).href)) as AppModule;
  const config = testConfig({ origin: "http://localhost:3000", dataDir: tmpdir(), limitsFactor: 100_000 });
  const secret = "a-secret-for-the-benchmarks-only";
  const running = await build.createServices(config, databaseUrl, secret, createLog("silent"));
  const app = build.createApp({ services: running.services });
  const pool = running.services.db.$client as unknown as { query: (...sent: unknown[]) => unknown };
  const query = pool.query.bind(pool);
  let statements: Recorded["statements"] = [];
  pool.query = (...sent) => {
    const [first, given] = sent as [string | { text: string; values?: unknown[] }, unknown[]?];
    const { text, values = given ?? [] } = typeof first === "string" ? { text: first } : first;
    statements.push({ text, values });
    return query(...sent);
  };
  const recorded: Recorded[] = [];
  for (const path of paths)
    for (const round of ["warm", "recorded"]) {
      statements = [];
      const response = await app.request(`http://localhost:3000${path}`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
      const body = await response.text();
      if (round === "recorded") recorded.push({ path: path.replace(/[^/]+$/, ""), statements, body });
    }
  await running.stop();
  return recorded;
}

export async function apiSuite(machine: Machine, total: number, say: Say): Promise<Section> {
  const place = await machine.openSecond();
  try {
    await load(place.databaseUrl, total, say);
    return await measureApi(machine, place);
  } finally {
    await place.end();
  }
}

async function measureApi(machine: Machine, place: Place): Promise<Section> {
  const { key, codes } = await makeOwner(place);
  const { origin, child } = place.product;
  const url = origin.replace("localhost", "127.0.0.1");
  const program = { authorization: `Bearer ${key}` };
  const reads = ["track", "bookings"];
  const recorded = await record(
    place,
    key,
    reads.map((read) => `/api/v1/${read}/${codes[0]}`),
  );
  const file = join(tmpdir(), `ona-bench-api-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(recorded));
  const bare = await startHelper("bench/bare-api.ts", {
    DATABASE_URL: place.databaseUrl,
    BENCH_STATEMENTS: file,
  });
  const rows: string[][] = [];
  const targets: Target[] = [];
  const beside = (what: string, ours: Cost, limit: Cost, most: number) => {
    const ratio = whole(ours) / whole(limit);
    targets.push({ what, target: `≤ ${most} ×`, is: times(ratio), met: ratio <= most });
  };
  try {
    for (const [n, read] of reads.entries()) {
      const paths = codes.map((code) => `/api/v1/${read}/${code}`);
      const alone = { url: `http://127.0.0.1:${bare.first}`, origin, paths };
      const limit = await measure(machine, bare.child.pid!, alone);
      const ours = await measure(machine, child.pid!, { url, origin, paths, program });
      const name = `GET /${read}/{code}`;
      const of = `node:http and the same ${recorded[n]!.statements.length} statements, ${name}`;
      rows.push(costRow(of, limit), costRow(`The product, ${name}`, ours));
      beside(`${name}: node:http with the same statements`, ours, limit, MOST_READ);
    }
    const { idempotencyKey: _key, ...form } = bookingForm("");
    const { reference: _reference, ...order } = NEW_BOOKING_EXAMPLE;
    const requests = BOOKINGS;
    const booked = await measure(machine, child.pid!, { url, origin, paths: ["/book"], form, requests });
    const ours = await measure(machine, child.pid!, {
      ...{ url, origin, paths: ["/api/v1/bookings"], json: [JSON.stringify(order)], requests },
      program: { ...program, "idempotency-key": "" },
    });
    rows.push(costRow("The form, POST /book", booked), costRow("The product, POST /bookings", ours));
    beside("POST /bookings: the form", ours, booked, MOST_BOOKING);
  } finally {
    await bare.end();
    rmSync(file);
  }
  const text =
    "The statements are those that the product itself ran for the request: key, limit, read. The key's last use is written once a minute.";
  return { title: "The API for programs", text, head: COST_HEAD, rows, targets };
}
