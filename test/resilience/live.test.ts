/**
 * Live streams under heavy use: HEAD requests whose responses are not read, clients that do not read, and many open
 * pages.
 */
import { readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookAt, bookingForm } from "../fixtures/consistency-audit.ts";
import { runLivePages } from "../fixtures/live-pages.ts";
import { note, times } from "../fixtures/long.ts";
import { ask, freePort, newDataDir, type Product, signIn, startProduct } from "../fixtures/product.ts";
import { openStream } from "../fixtures/stream.ts";

let product: Product;
let code: string;
const dataDir = newDataDir();
beforeAll(async () => {
  product = await startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  code = (await bookAt(product.origin))!;
});
afterAll(async () => {
  await product?.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

/** The memory of the product's process, in megabytes. */
const held = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.child.pid}/status`, "utf8"))![1]) / 1024;

function head(path: string, agent: Agent): Promise<number> {
  return new Promise((done, failed) => {
    const { host, port } = new URL(product.origin);
    const asked = request(
      { host: "127.0.0.1", port, path, method: "HEAD", agent, headers: { Host: host } },
      (answer) => {
        answer.resume();
        answer.on("end", () => done(answer.statusCode!));
      },
    );
    asked.on("error", failed);
    asked.end();
  });
}

async function heads(count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  for (let n = 0; n < count; n += 50) {
    const statuses = await Promise.all(
      Array.from({ length: 50 }, () => head(`/live/track?code=${code}`, agent)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  agent.destroy();
}

test("n. HEADs of a stream hold no memory", async () => {
  // The first requests are not measured, because the process then takes memory that it keeps and that belongs to no
  // request.
  await heads(times(500, 3000));
  const before = held();
  const count = times(1500, 12_000);
  await heads(count);
  await sleep(500);
  const growth = held() - before;
  note("n. HEADs of a live stream", { HEADs: count, "memory held by them, MB": Math.round(growth) });
  expect(growth).toBeLessThan(times(40, 80));
});

test("a stream that nobody reads keeps no events", async () => {
  const sockets = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = connect(product.port, "127.0.0.1");
      socket.pause();
      socket.write(`GET /live/track?code=${code} HTTP/1.1\r\nHost: ${new URL(product.origin).host}\r\n\r\n`);
      return socket;
    }),
  );
  await sleep(500);
  const before = held();
  for (let n = 0; n < times(20, 400); n++)
    await ask(product.origin, "/book", { form: bookingForm(crypto.randomUUID()) });
  expect(held() - before).toBeLessThan(80);
  const stream = await openStream(product.origin, `/live/track?code=${code}`);
  stream.close();
  for (const socket of sockets) socket.destroy();
});

test("[RUN-14] n. many open pages and many changes: each page is true soon, and others are served", async () => {
  const pages = times(40, 500);
  const perSecond = times(10, 50);
  const run = await runLivePages(product.origin, { pages, perSecond, seconds: times(4, 20) });
  const at = (values: number[], share: number) =>
    Math.round(values[Math.floor((values.length - 1) * share)]!);
  note("n. Open staff pages while bookings are made", {
    pages,
    "bookings a second": perSecond,
    bookings: run.bookings,
    reloads: run.reloads,
    failed: run.failed,
    "a page's longest time behind, median, ms": at(run.lateness, 0.5),
    "of the page that was longest behind, ms": at(run.lateness, 1),
    "others' p99, ms": at(run.others, 0.99),
  });
  expect(run.failed).toBe(0);
  expect(at(run.lateness, 1)).toBeLessThan(3000);
  expect(at(run.others, 0.99)).toBeLessThan(1000);
});

test("a session that ends takes its streams with it, over a real connection", async () => {
  const cookie = await signIn(product.origin);
  const stream = await openStream(product.origin, "/live/admin", { Cookie: cookie });
  await ask(product.origin, "/admin/logout", { cookie, form: {} });
  expect(await Promise.race([stream.ended, sleep(3000, "still open")])).toBe("ended");
});
