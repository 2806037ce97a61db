/**
 * Two processes behind the proxies that Debian brings, with the configurations of docs/proxy (except names, ports and
 * certificates): a deployment, a crash and a live page.
 */
import { once } from "node:events";
import * as fs from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, type test } from "vitest";
import { audit, bookAt, bookingForm, startClients } from "../fixtures/consistency-audit.ts";
import { LONG, note, times, worst } from "../fixtures/long.ts";
import { startTestPostgres } from "../fixtures/postgres.ts";
import { ask, freePort, newDataDir, type Product, signIn, startProduct } from "../fixtures/product.ts";
import { installed, PROXIES, type ProxyName, startProxy } from "../fixtures/proxy.ts";
import { openStream } from "../fixtures/stream.ts";
import { testWhere } from "../fixtures/test-where.ts";

/**
 * The pause after a restart. docs/scaling.md asks for three seconds, because nginx avoids a process for up to two
 * seconds after a failure. HAProxy needs less time to notice that the process is back.
 */
const BETWEEN_MS = 3000;

/** The settings of a product behind a proxy that it trusts. */
const BEHIND = { TRUST_PROXY: "1", MAILBOX: "public", LIMITS_FACTOR: "1" };
/** Sends a form over HTTP/2 in two pieces, without a Content-Length. */
async function askHttp2(origin: string, path: string, body: string): Promise<{ status: number }> {
  const session = connectHttp2(origin, { rejectUnauthorized: false });
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    origin,
    "content-type": "application/x-www-form-urlencoded",
  });
  // The other side may refuse the form before it has received the whole body.
  stream.on("error", () => {});
  stream.write(body.slice(0, 50));
  stream.end(body.slice(50));
  try {
    const [headers] = (await once(stream, "response")) as [{ ":status": number }];
    return { status: headers[":status"] };
  } finally {
    session.destroy();
  }
}

// The product behind the proxy that is tested now. `openBehind` sets these variables.
let url: string;
let origin: string;
let products: Product[];
let start: (which: number, env?: Record<string, string>) => Promise<Product>;
const cleanUp: (() => unknown)[] = [];

async function openBehind(name: ProxyName): Promise<void> {
  const folder = fs.mkdtempSync(join(tmpdir(), "ona-proxy-"));
  fs.chmodSync(folder, 0o711);
  cleanUp.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  const postgres = await startTestPostgres("server");
  cleanUp.push(() => postgres.stop());
  url = await postgres.createDatabaseFrom("template1", "ona");
  const ports = {
    plain: await freePort(),
    tls: await freePort(),
    one: await freePort(),
    two: await freePort(),
  };
  origin = `https://localhost:${ports.tls}`;
  const dataDir = newDataDir();
  cleanUp.push(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  start = (which, env = {}) =>
    startProduct({
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      APP_SECRET: "a-secret-for-tests-of-enough-length",
      APP_ORIGIN: origin,
      LOG_LEVEL: "silent",
      PORT: String(which === 0 ? ports.one : ports.two),
      ...env,
    });
  products = await Promise.all([start(0, BEHIND), start(1, BEHIND)]);
  cleanUp.push(() => Promise.all(products.map((product) => product.end("SIGTERM"))));
  cleanUp.push(await startProxy(name, ports, folder));
  const plain = await ask(`http://localhost:${ports.plain}`, "/track?code=X");
  expect(plain).toMatchObject({ status: 301, location: `${origin}/track?code=X` });
}

/** Starts both processes again, for tests of load, without BEHIND: rate limits can be raised only without TRUST_PROXY. */
async function startForLoad() {
  for (const which of [0, 1]) {
    await products[which]?.end("SIGTERM");
    products[which] = await start(which);
  }
}

/** Ends one process after the other under load, and starts each one again. */
async function underLoad(end: (which: number) => Promise<void>) {
  const rounds = times(2, 10);
  await startForLoad();
  const clients = startClients(origin, 16);
  const reading = startReaders(origin);
  await sleep(BETWEEN_MS);
  for (let round = 0; round < rounds; round++) {
    const which = round % 2;
    await end(which);
    products[which] = await start(which);
    await sleep(BETWEEN_MS);
  }
  return { rounds, clientLog: await clients.stop(), read: await reading.stop() };
}

async function counted(clientLog: Parameters<typeof audit>[1]) {
  const found = await audit(url, clientLog);
  expect(found).toMatchObject({ lost: 0, double: 0, jobless: 0 });
  expect(found.acknowledged).toBe(clientLog.entries.length);
  expect(found.acknowledged).toBeGreaterThan(16);
  return { acknowledged: found.acknowledged, lost: found.lost, double: found.double };
}

function testRequests(tried: typeof test): void {
  tried("cookies are for HTTPS only, and the address is the one that really connected", async () => {
    const lie = { "X-Forwarded-For": "6.6.6.6", "X-Forwarded-Host": "evil.example", Origin: origin };
    const wrong = { email: "nobody@ona.test", password: "wrong-password" };
    await ask(origin, "/admin/login", { form: wrong, headers: lie });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client
      .query<{ ip: string }>("select ip from activity_logs where action = 'login_failed'")
      .finally(() => client.end());
    expect(rows.map(({ ip }) => ip)).toEqual(["127.0.0.1"]);
    const cookie = await signIn(origin);
    expect(cookie).toContain("__Host-session=");
    const right = await ask(origin, "/admin", { cookie });
    expect(right.status).toBe(200);
    expect(right.headers["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
    const foreign = { form: bookingForm("x"), headers: { Origin: "https://evil.example" } };
    expect((await ask(origin, "/book", foreign)).status).toBe(403);
  });

  tried("a form without a length, over HTTP/2, is a form", async () => {
    const form = (fields: Record<string, string>) =>
      askHttp2(origin, "/book", new URLSearchParams(fields).toString());
    expect(await form(bookingForm(crypto.randomUUID()))).toMatchObject({ status: 302 });
    expect(await form({ a: "x".repeat(400_000) })).toMatchObject({ status: 413 });
  });

  tried("live streams pass unbuffered", async () => {
    const code = await bookAt(origin);
    const cookie = await signIn(origin);
    const streams = await Promise.all([
      openStream(origin, `/live/track?code=${code}`),
      openStream(origin, "/live/admin?show=bookings", { Cookie: cookie }),
      openStream(origin, "/live/admin?show=bookings", { Cookie: cookie }),
    ]);
    await ask(origin, "/book", { form: bookingForm(crypto.randomUUID()) });
    const since = performance.now();
    await expect
      .poll(() => streams.slice(1).every((stream) => stream.changes() > 0), { timeout: 3000, interval: 5 })
      .toBe(true);
    expect(performance.now() - since).toBeLessThan(1000);
    for (const stream of streams) stream.close();
  });
}

function testRestarts(tried: typeof test, name: string): void {
  tried(
    "one process is stopped and started again, then the other, under load: nobody notices",
    { timeout: LONG ? 300_000 : 60_000 },
    async () => {
      const { clientLog, read, rounds } = await underLoad(async (which) => {
        expect((await products[which]!.end("SIGTERM")).code).toBe(0);
      });
      const failed = Object.fromEntries(clientLog.failures);
      note(`Behind ${name}: processes restarted one after the other under load`, {
        restarts: rounds,
        ...(await counted(clientLog)),
        "forms that had to be sent again": Object.values(failed).reduce((sum, n) => sum + n, 0),
        ...read,
        "pages that failed": read["pages that failed"].length,
      });
      expect(failed).toEqual({});
      expect(read["pages that failed"]).toEqual([]);
    },
  );

  tried(
    "one process is killed under load and started again: pages are read as before, no booking is lost or double",
    { timeout: LONG ? 300_000 : 60_000 },
    async () => {
      const { clientLog, read, rounds } = await underLoad(async (which) => {
        await products[which]!.end("SIGKILL");
        await sleep(500);
      });
      note(`Behind ${name}: processes killed under load`, {
        kills: rounds,
        ...(await counted(clientLog)),
        "forms that had to be sent again": [...clientLog.failures.values()].reduce((sum, n) => sum + n, 0),
        ...read,
        "pages that failed": read["pages that failed"].length,
      });
      // Only forms that the killed process was working on fail, and their clients send them again.
      expect([...clientLog.failures.keys()].filter((what) => !/^50[24]$|ECONNRESET/.test(what))).toEqual([]);
      expect(read["pages that failed"]).toEqual([]);
    },
  );
}

describe.each(Object.entries(PROXIES))("behind %s", (name, { program }) => {
  beforeAll(async () => {
    if (installed(program)) await openBehind(name as ProxyName);
  });
  afterAll(async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  }, 30_000);

  const tried = testWhere(
    installed(program) ? null : `${name} or openssl is missing: apt-get install ${name} openssl`,
  );

  testRequests(tried);
  testRestarts(tried, name);
});

/** Starts several clients that read pages without a pause. */
function startReaders(origin: string) {
  let going = true;
  const failures: string[] = [];
  const took: number[] = [];
  const readers = Array.from({ length: 4 }, async () => {
    while (going) {
      const begun = performance.now();
      const what = await ask(origin, "/about").then(
        ({ status }) => String(status),
        (error: Error) => error.message,
      );
      took.push(performance.now() - begun);
      if (what !== "200") failures.push(what);
      await sleep(20);
    }
  });
  return {
    async stop() {
      going = false;
      await Promise.all(readers);
      return { "pages read": took.length, "pages that failed": failures, "slowest page, ms": worst(took) };
    },
  };
}
