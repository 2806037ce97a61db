/** Live streams over HTTP: their cost, the pages that they notify, and how they end (security criteria 5 and 22). */
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { adminMembers, profiles, sessions } from "../../app/platform/db/schema.ts";
import { askedInBackground } from "../../app/platform/live/background.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { note } from "../fixtures/long.ts";
import { makeStore } from "../fixtures/stores.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000, trustProxy: 1 }));
let boss = await app.admin("super_admin");
const booked = await app.visitor().send("/book", BODY);
const code = /code=([A-Z0-9]+)/.exec(booked.location!)![1]!;
while (!app.services.live.listening()) await new Promise((done) => setTimeout(done, 20));

let count = 0;
let clerk: Visitor;
let clerkId: string;
beforeEach(async () => {
  const email = `clerk${++count}@ona.test`;
  clerk = await app.admin("moderator", email);
  const [row] = await app.services.db.select().from(profiles).where(eq(profiles.email, email));
  clerkId = row!.id;
});

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Opens a stream, reads its first bytes, and returns the reader. */
async function listen(who: Visitor, path: string, headers?: Record<string, string>): Promise<Reader> {
  const answer = await who.open(path, headers);
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  expect(await next(reader)).toContain("event: ready");
  return reader;
}

/** The next chunk of the stream; null at its end, and "nothing" if none comes in time. */
async function next(reader: Reader, withinMs = 3000): Promise<string | null> {
  const silence = new Promise<"nothing">((done) => setTimeout(() => done("nothing"), withinMs));
  const read = await Promise.race([reader.read(), silence]);
  if (read === "nothing") return read;
  return read.done ? null : new TextDecoder().decode(read.value);
}

async function expectEnd(reader: Reader): Promise<void> {
  expect(await next(reader)).toContain("event: changed");
  expect(await next(reader)).toBeNull();
}

const open = () => app.services.live.streams.all;
const ADMIN = "/live/admin?show=bookings";

test("HEAD opens no stream, nor does an answer that nobody reads", async () => {
  const before = open();
  for (let n = 0; n < 50; n++) {
    const head = await boss.ask(n % 2 ? ADMIN : `/live/track?code=${code}`, { method: "HEAD" });
    expect([head.status, head.headers.get("Content-Type")]).toEqual([200, "text/event-stream"]);
  }
  const unread = await boss.open(ADMIN);
  await new Promise((done) => setTimeout(done, 50));
  expect(open()).toBe(before);
  const reader = unread.body!.getReader();
  await reader.read();
  expect(open()).toBe(before + 1);
  await reader.cancel();
  expect(open()).toBe(before);
});

test("however many changes come, a page is notified once; and of nothing that it does not show", async () => {
  const [list, parcel] = [await listen(boss, ADMIN), await listen(boss, `/live/admin?show=booking:${code}`)];
  for (let n = 0; n < 100; n++) {
    app.services.live.publish("bookings");
    await new Promise((done) => setTimeout(done, 2));
  }
  await new Promise((done) => setTimeout(done, 200));
  expect(await next(list)).toMatch(/^event: changed\nid: \d+\ndata: 1\n\n$/);
  expect(await next(parcel, 300)).toBe("nothing");
  app.services.live.publish(`booking:${code}`);
  // The reads that timed out are still pending, so their readers are cancelled.
  await Promise.all([list.cancel(), parcel.cancel()]);
});

test("a stream that opens again gets only what its page missed", async () => {
  const live = app.services.live;
  live.publish("bookings");
  await new Promise((done) => setTimeout(done, 200));
  // `since`, the time of the page, is a second ahead, as the clock of another machine may be.
  const now = Date.now() + 1100;
  const nothing = await listen(boss, `${ADMIN}&since=${now}`);
  expect(await next(nothing, 300)).toBe("nothing");
  const missed = await listen(boss, `${ADMIN}&since=${now}`, { "Last-Event-ID": String(now - 5000) });
  expect(await next(missed)).toContain("event: changed");
  await Promise.all([nothing.cancel(), missed.cancel()]);
});

test("signing out ends the streams of that session, and of no other", async () => {
  const [mine, other] = [await listen(clerk, ADMIN), await listen(boss, ADMIN)];
  await clerk.ask("/admin/logout", { form: {} });
  await expectEnd(mine);
  expect(await next(other, 300)).toBe("nothing");
  await other.cancel();
});

test.each([
  [
    "a demoted member's",
    (memberId: string) =>
      app.services.db.update(adminMembers).set({ adminRole: "support" }).where(eq(adminMembers.id, memberId)),
  ],
  [
    "a deleted member's",
    (memberId: string) => app.services.db.delete(adminMembers).where(eq(adminMembers.id, memberId)),
  ],
  ["sessions deleted by hand:", () => app.services.db.delete(sessions).where(eq(sessions.userId, clerkId))],
] as const)("%s stream ends at once", async (_what, act) => {
  const stream = await listen(clerk, ADMIN);
  const [member] = await app.services.db.select().from(adminMembers).where(eq(adminMembers.userId, clerkId));
  await act(member!.id);
  await expectEnd(stream);
});

test("a store owner's stream ends with the session too", async () => {
  const email = `owner${count}@ona.test`;
  const owner = await app.customer(email);
  const [person] = await app.services.db.select().from(profiles).where(eq(profiles.email, email));
  await makeStore(app.services, person!.id);
  const stream = await listen(owner, "/live/store");
  await owner.ask("/store/logout", { form: {} });
  await expectEnd(stream);
});

test("[STAFF-1] an open page keeps nobody signed in: 30 idle minutes end the session and its stream", async () => {
  const stream = await listen(clerk, ADMIN);
  const background = { headers: { "Ona-Background": "1" } };
  for (let minutes = 0; minutes < 30; minutes += 5) {
    expect((await clerk.ask("/admin/bookings.data", background)).text).toContain("mayNotChange");
    expect((await clerk.ask("/live/admin", { method: "HEAD" })).status).toBe(200);
    const progress = askedInBackground(`/admin/bookings/changes/${crypto.randomUUID()}.data`);
    expect((await clerk.ask(progress)).status).toBe(404);
    expect((await clerk.ask("/admin/contacts.data", { headers: { "Sec-Purpose": "prefetch" } })).status).toBe(
      200,
    );
    app.clock.pass(5 * 60_000 + 1);
  }
  const late = await clerk.ask("/admin/bookings.data", background);
  expect([late.status, late.text.includes("/admin/login")]).toEqual([202, true]);
  note("A staff session whose page is open and not used", {
    "background requests in 30 minutes": 6 * 4,
    "the session afterwards": "ended",
  });
  app.services.live.publish(`account:${clerkId}`);
  await expectEnd(stream);
});

test("[STAFF-1] a page that is used stays signed in, and 12 hours are the most", async () => {
  for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
    expect((await clerk.ask("/admin/bookings.data")).status).toBe(200);
    app.clock.pass(20 * 60_000);
  }
  expect((await clerk.ask("/admin/bookings.data")).status).toBe(202);
  boss = await app.admin("super_admin", `boss${count}@ona.test`);
});

test("all streams of the public, and all of a process, have a maximum; beyond it 503, and the page polls", async () => {
  const { streams } = app.services.live;
  const open = (who: Visitor, path: string) => who.open(path, { "X-Forwarded-For": "203.0.113.11" });
  const refused = async (who: Visitor, path: string) => {
    const { status, headers } = await open(who, path);
    return [status, headers.get("Retry-After")];
  };
  const parcel = `/live/track?code=${code}`;
  const before = { all: streams.all, public: streams.public };
  streams.public = 4000;
  expect(await refused(app.visitor(), parcel)).toEqual([503, "60"]);
  const staff = await open(boss, ADMIN);
  expect(staff.status).toBe(200);
  await staff.body!.cancel();
  Object.assign(streams, { all: 6000, public: 0 });
  expect(await refused(app.visitor(), parcel)).toEqual([503, "60"]);
  expect(await refused(boss, ADMIN)).toEqual([503, "60"]);
  Object.assign(streams, before);
});

test("a session and an address have a maximum of streams; the next page polls instead", async () => {
  const path = `/live/track?code=${code}`;
  const from = { "X-Forwarded-For": "203.0.113.9" };
  const fill = async (who: Visitor, address: string, most: number) => {
    const readers: Reader[] = [];
    for (let n = 0; n < most; n++) readers.push(await listen(who, address, from));
    const refused = await who.open(address, from);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
    return readers;
  };
  const guest = app.visitor();
  const readers = [...(await fill(guest, path, 300)), ...(await fill(boss, ADMIN, 60))];
  // The limit applies to one IP address: a client at another one may open a stream.
  const other = await listen(guest, path, { "X-Forwarded-For": "203.0.113.10" });
  await readers.pop()!.cancel();
  await (await listen(boss, ADMIN)).cancel();
  await Promise.all([...readers, other].map((reader) => reader.cancel()));
  expect(app.services.live.streams.owners.size).toBe(0);
});
