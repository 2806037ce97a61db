/**
 * RUN-4: several processes on one database act as one. Tested with two processes that share a PostgreSQL, each on its
 * own port, and with two workers behind one port on the embedded database.
 */
import * as fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookedCode, bookingForm } from "../fixtures/consistency-audit.ts";
import { note } from "../fixtures/long.ts";
import { type AskOptions, ask, signIn } from "../fixtures/product.ts";
import { METRICS_TOKEN, ORIGIN, type Pair, twoOnPostgres, twoWorkers } from "../fixtures/pair.ts";
import { type MailSink, openMailSink } from "../fixtures/smtp.ts";
import { openStream } from "../fixtures/stream.ts";

const figures: Record<string, string | number> = {};
let visitors = 0;

const LOCK = { intent: "activate", password: "open-sesame", confirmPassword: "open-sesame" };
const OPEN = { intent: "deactivate" };

// The pair of processes that is open now: one pair is tested after the other.
let pair: Pair;
let sink: MailSink;
let admin: string;
/** Sends a request to one of the two processes, from a new IP address unless `options` name one. */
const at = (which: number, path: string, options: AskOptions = {}) => {
  const own = `10.1.${visitors >> 8}.${visitors++ & 255}`;
  return ask(pair.products[which % 2]!.origin, path, {
    ...options,
    headers: { "X-Forwarded-For": own, ...(options.form ? { Origin: ORIGIN } : {}), ...options.headers },
  });
};
/** Sends a request, and sends it again after Retry-After while the process is over capacity (503). */
const atWhenFree: typeof at = async (which, path, options) => {
  for (;;) {
    const reply = await at(which, path, options);
    if (reply.status !== 503) return reply;
    await sleep(1000 * Number(reply.headers["retry-after"]));
  }
};
const signInAt = (which: number) => signIn(pair.products[which % 2]!.origin, ORIGIN);
const book = async (which: number, more: Record<string, string> = {}) => {
  const key = crypto.randomUUID();
  const form = bookingForm(key, { senderEmail: `sender-${key}@example.com`, ...more });
  return bookedCode(await at(which, "/book", { form }))!;
};

function testBookings(name: string): void {
  test("a booking made at one notifies the pages that are open at both", async () => {
    // Eight streams are opened, so that with one port each worker holds some of them.
    const streams = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        openStream(pair.products[i % 2]!.origin, "/live/admin?show=bookings", { Cookie: admin }),
      ),
    );
    const took: number[] = [];
    for (let n = 0; n < 6; n++) {
      const before = streams.map((stream) => stream.changes());
      const code = await book(n);
      const since = performance.now();
      expect(code).not.toBeNull();
      const heard = () => streams.every((stream, i) => stream.changes() > before[i]!);
      await expect.poll(heard, { timeout: 3000, interval: 5 }).toBe(true);
      took.push(...streams.map((stream) => stream.heardAt.at(-1)! - since));
    }
    figures[`${name}: slowest news of a booking, ms after its answer`] = Math.round(Math.max(...took));
    for (const stream of streams) stream.close();
  });

  test("a status changed at one reaches a track page that is open at the other", async () => {
    const code = await book(0);
    const { text } = await at(0, `/admin/bookings?q=${code}`, { cookie: admin });
    const [, id] = /name="id" value="([^"]+)"/.exec(text) ?? [];
    const streams = await Promise.all(
      [0, 1, 2, 3].map((which) => openStream(pair.products[which % 2]!.origin, `/live/track?code=${code}`)),
    );
    const form = { idempotencyKey: crypto.randomUUID(), id: id!, version: "1", status: "in_transit" };
    expect((await at(0, "/admin/bookings", { cookie: admin, form })).status).toBe(200);
    await expect.poll(() => streams.every((stream) => stream.changes() > 0), { timeout: 3000 }).toBe(true);
    for (const which of [0, 1, 2, 3])
      expect((await at(which, `/track?code=${code}`)).text).toContain("In Transit");
    for (const stream of streams) stream.close();
  });

  test("[BOOK-17] 200 parallel bookings from one address, split over both: 30 and no more", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.7" };
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const key = crypto.randomUUID();
        const form = bookingForm(key, { senderEmail: `many-${key}@example.com` });
        return atWhenFree(i, "/book", { headers, form });
      }),
    );
    const booked = replies.filter((reply) => bookedCode(reply) !== null);
    expect(booked).toHaveLength(30);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(170);
    figures[`${name}: of 200 parallel bookings with a limit of 30, taken`] = booked.length;
  });

  test("the same form four times at both at once is one booking with one code", async () => {
    const form = bookingForm(crypto.randomUUID(), { senderEmail: "twice@example.com" });
    const headers = { "X-Forwarded-For": "203.0.113.8" };
    const replies = await Promise.all([0, 1, 2, 3].map((i) => at(i, "/book", { form, headers })));
    expect(new Set(replies.map(bookedCode)).size).toBe(1);
    expect(bookedCode(replies[0]!)).not.toBeNull();
  });
}

function testSessionsAndLock(name: string): void {
  test("[RUN-4] a session begun at one is good at the other, and dead in both once it ended in one", async () => {
    const cookie = await signInAt(0);
    for (const which of [0, 1, 2, 3]) expect((await at(which, "/admin", { cookie })).status).toBe(200);
    expect((await at(1, "/admin/logout", { cookie, form: {} })).location).toBe("/admin/login");
    for (const which of [0, 1, 2, 3])
      expect((await at(which, "/admin", { cookie })).location).toMatch(/^\/admin\/login/);
  });

  test("[LOCK-5] locked at one, every path of the other answers 423 at once; opened again likewise", async () => {
    const took: number[] = [];
    for (const [round, form] of [LOCK, OPEN, LOCK, OPEN].entries()) {
      expect((await at(0, "/admin/site-lock", { cookie: admin, form })).status).toBe(302);
      const since = performance.now();
      const wanted = round % 2 ? 200 : 423;
      // Four requests in a row reach both workers, so all four responses must show the change.
      while (
        (await Promise.all([0, 1, 2, 3].map((i) => at(i, "/about")))).some(({ status }) => status !== wanted)
      )
        expect(performance.now() - since).toBeLessThan(1000);
      took.push(performance.now() - since);
    }
    figures[`${name}: slowest lock or unlock of both, ms after its answer`] = Math.round(Math.max(...took));
  });

  test("[LOCK-5] no page that is asked for after the lock was answered is served, under load", async () => {
    let [answered, served, over] = [Infinity, 0, false];
    const late: number[] = [];
    const visitors = Array.from({ length: 8 }, async (_, which) => {
      while (!over) {
        const begun = performance.now();
        const { status } = await at(which, which < 4 ? "/about" : "/track?code=none");
        if (status === 200) served++;
        if (status === 200 && begun > answered) late.push(Math.round(begun - answered));
      }
    });
    for (let round = 0; round < 5; round++) {
      await sleep(300);
      expect((await at(round, "/admin/site-lock", { cookie: admin, form: LOCK })).status).toBe(302);
      answered = performance.now();
      await sleep(200);
      answered = Infinity;
      await at(round, "/admin/site-lock", { cookie: admin, form: OPEN });
    }
    over = true;
    await Promise.all(visitors);
    expect(served).toBeGreaterThan(50);
    expect(late).toEqual([]);
  });

  test("the unlock of one browser is good at both, and dies in both when the lock changes", async () => {
    await at(0, "/admin/site-lock", { cookie: admin, form: LOCK });
    const unlocked = await at(1, "/unlock", { form: { password: "open-sesame", next: "/about" } });
    const cookie = unlocked.cookies.join("; ");
    for (const which of [0, 1, 2, 3]) expect((await at(which, "/about", { cookie })).status).toBe(200);
    await at(1, "/admin/site-lock", { cookie: admin, form: OPEN });
    await at(1, "/admin/site-lock", { cookie: admin, form: LOCK });
    await expect.poll(async () => (await at(0, "/about", { cookie })).status).toBe(423);
    await at(0, "/admin/site-lock", { cookie: admin, form: OPEN });
    await expect.poll(async () => (await at(1, "/about")).status).toBe(200);
  });
}

function testMetricsAndMail(name: string, oneStart: boolean): void {
  test("[RUN-12] /metrics adds up the processes of one start, whichever is asked", async () => {
    const counted = async (which: number) => {
      const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
      const { text } = await at(which, "/metrics", { headers });
      expect(text.match(/^ona_database_up 1$/gm)).toHaveLength(1);
      const line = /^ona_http_request_seconds_count\{route="\/about",method="GET",status="200"\} (\d+)$/m;
      return Number(line.exec(text)?.[1] ?? 0);
    };
    const all = () => Promise.all([0, 1, 2, 3].map(counted));
    const before = await all();
    for (let n = 0; n < 20; n++) expect((await at(n, "/about")).status).toBe(200);
    // Two workers of one start report the sum of their requests, which is 20. Two separate processes report 10 each.
    const more = oneStart ? 20 : 10;
    // A request is counted once its response has been sent.
    const grown = async () => (await all()).map((count, i) => count - before[i]!);
    await expect.poll(grown, { timeout: 10_000 }).toEqual([more, more, more, more]);
  });

  test("[MAIL-1] each mail goes out exactly once, whichever process sends it", async () => {
    const before = sink.received.length;
    const codes = await Promise.all(Array.from({ length: 60 }, (_, i) => book(i)));
    const mine = () => sink.received.filter(({ subject }) => codes.some((code) => subject.includes(code)));
    await expect.poll(() => mine().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(codes.length);
    // The pause is long enough for another process to send a mail a second time.
    await new Promise((done) => setTimeout(done, 1500));
    expect(mine()).toHaveLength(codes.length);
    expect(new Set(sink.received.map(({ messageId }) => messageId)).size).toBe(sink.received.length);
    figures[`${name}: mails of ${codes.length} bookings`] = mine().length;
    expect(sink.received.length).toBeGreaterThan(before);
    note("Two processes on one database", figures);
  });
}

function testReplacedWorker(): void {
  test("a worker that is killed is replaced; the port answers meanwhile", async () => {
    const [product] = pair.products;
    const workersOf = () =>
      fs
        .readFileSync(`/proc/${product!.child.pid}/task/${product!.child.pid}/children`, "utf8")
        .trim()
        .split(" ")
        .map(Number)
        .filter((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("server/main.ts"));
    const before = workersOf();
    expect(before).toHaveLength(2);
    process.kill(before[0]!, "SIGKILL");
    // A request on a connection that the killed process had accepted gets no response, so the test asks again. The
    // other process answers the next request.
    const asked = async () => (await at(0, "/about").catch(() => null))?.status ?? 0;
    await expect.poll(() => Promise.race([asked(), sleep(500, 0)]), { timeout: 5000 }).toBe(200);
    await expect
      .poll(() => workersOf().filter((pid) => pid !== before[0]).length, { timeout: 10_000, interval: 50 })
      .toBe(2);
    expect(await book(0)).not.toBeNull();
  });
}

describe.each([
  { name: "two processes, one PostgreSQL", open: twoOnPostgres, oneStart: false },
  { name: "two workers, embedded database", open: twoWorkers, oneStart: true },
])("$name", ({ name, open, oneStart }) => {
  beforeAll(async () => {
    sink = await openMailSink();
    pair = await open(sink.url);
    admin = await signInAt(0);
  });
  afterAll(async () => {
    await pair?.end();
    await sink?.close();
  });

  testBookings(name);
  testSessionsAndLock(name);
  testMetricsAndMail(name, oneStart);
  if (open === twoWorkers) testReplacedWorker();
});
