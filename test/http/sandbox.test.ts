/**
 * The sandbox: only test keys reach it, the parcels of test phones move in it by themselves, and it deletes old data
 * (API-9, API-10). Longer than 250 lines because all tests share one sandbox.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { NEW_BOOKING_EXAMPLE } from "../../app/developers/endpoints/examples.ts";
import { businesses, businessMembers } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookByApi, callApi, makeKey } from "../fixtures/api.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { makeBusiness } from "../fixtures/businesses.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { contentOf, countsOf, holding, query } from "../fixtures/database-state.ts";
import { personOf } from "../fixtures/people.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(
  openTestApp({
    ...{ limitsFactor: 1000, webhooksLoopback: true, sandbox: true, trustProxy: 0, mailboxPublic: true },
  }),
);
const sandboxUrl = app.sandboxUrl!;
await publishPrices(app);
await app.services.sandbox!.refresh();
const ada = await app.customer("ada@example.com");
const { key } = await makeKey(ada, { mode: "test" });

type Message = {
  type: string;
  data: { code: string; sequence: number; status: string; event: { kind: string } };
};
const got: Message[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    got.push(JSON.parse(body) as Message);
    response.writeHead(204).end();
  });
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
afterAll(() => void server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;

let orders = 0;
const order = (phone: string, more: object = {}) => ({
  ...NEW_BOOKING_EXAMPLE,
  reference: `test-${++orders}`,
  receiver: { ...NEW_BOOKING_EXAMPLE.receiver, phone },
  ...more,
});
const AT_ONCE = { test_speed: "at_once" };
const WAYS = {
  "+2340000000001": ["picked_up", "arrived_at_hub", "out_for_delivery", "delivered"],
  "+234 000 000 0002": [
    ...["picked_up", "arrived_at_hub", "out_for_delivery", "attempted", "out_for_delivery", "delivered"],
  ],
  "2340000000003": [
    ...["picked_up", "arrived_at_hub", "out_for_delivery", "attempted", "return_started", "returned"],
  ],
  "+2340000000004": ["picked_up"],
};
const WALKED = new Set(Object.values(WAYS).flat());
const kindsOf = async (code: string) => {
  const { json } = await callApi(app, key, "GET", `/bookings/${code}/events`);
  return (json["data"] as { kind: string }[]).map(({ kind }) => kind).filter((kind) => kind !== "price_set");
};
const walked = (code: string, way: readonly string[]) =>
  expect.poll(() => kindsOf(code), { timeout: 20_000 }).toEqual(["booked", ...way]);

// The key's first request sends a mail. After that, a request may change only the stored time of the key's last use.
expect((await callApi(app, key, "GET", "/bookings")).status).toBe(200);
await app.mails(1);
const before = await contentOf(app.connectionString);
const codes = new Map<string, string>();

test("[API-10] the parcels of the four test phones walk to their ends, booked one by one and in a batch", async () => {
  const hook = { url, events: ["booking.event_added", "booking.status_changed"] };
  expect((await callApi(app, key, "POST", "/webhook_endpoints", { body: hook })).status).toBe(201);
  for (const phone of Object.keys(WAYS)) {
    const made = await bookByApi(app, key, order(phone, AT_ONCE));
    expect([made.status, made.json]).toMatchObject([201, { mode: "test", status: "pending" }]);
    expect((made.json["price"] as { amount: number }).amount).toBeGreaterThan(0);
    codes.set(phone, String(made.json["code"]));
  }
  const batch = { bookings: Object.keys(WAYS).map((phone) => order(phone, AT_ONCE)) };
  const booked = await callApi(app, key, "POST", "/bookings/batch", {
    body: batch,
    headers: { "Idempotency-Key": "batch" },
  });
  const inBatch = (booked.json["results"] as { booking: { code: string } }[]).map(
    ({ booking }) => booking.code,
  );
  for (const [n, [phone, way]] of Object.entries(WAYS).entries()) {
    await walked(codes.get(phone)!, way);
    await walked(inBatch[n]!, way);
  }
  const stateOf = async (phone: string) =>
    (await callApi(app, key, "GET", `/bookings/${codes.get(phone)!}`)).json;
  expect(await stateOf("+2340000000001")).toMatchObject({ status: "delivered", reason: null });
  expect(await stateOf("+234 000 000 0002")).toMatchObject({
    ...{ status: "delivered", receiver: { phone: "+2340000000002" } },
  });
  expect(await stateOf("2340000000003")).toMatchObject({ status: "failed" });
  expect(await stateOf("+2340000000004")).toMatchObject({ status: "in_transit", late: true });
  const proof = await callApi(app, key, "GET", `/bookings/${codes.get("+2340000000001")!}/proof`);
  expect(proof.json["data"]).toMatchObject([{ taken_by: NEW_BOOKING_EXAMPLE.receiver.name }]);
  const label = await callApi(app, key, "GET", `/bookings/${codes.get("+2340000000001")!}/label`);
  expect(label.status).toBe(200);
});

test("[API-10] each event of each walk is told once, in its order, and the status only when it changed", async () => {
  // At the speed `at_once`, the events of a parcel have times some milliseconds apart, which may be ahead of the test's
  // standing clock. So the clock is moved past these times.
  app.clock.pass(1000);
  (await app.services.sandbox!.open()).live.publish("webhooks");
  const steps = Object.values(WAYS).reduce((sum, way) => sum + way.length, 0);
  await expect
    .poll(
      () =>
        got.filter(({ type, data }) => type === "booking.event_added" && WALKED.has(data.event.kind)).length,
      {
        timeout: 20_000,
      },
    )
    .toBe(2 * steps);
  for (const [phone, way] of Object.entries(WAYS)) {
    const own = got
      .filter(({ type, data }) => type === "booking.event_added" && data.code === codes.get(phone))
      .toSorted((a, b) => a.data.sequence - b.data.sequence)
      .map(({ data }) => data.event.kind)
      .filter((kind) => WALKED.has(kind));
    expect(own, phone).toEqual(way);
  }
  const changes = got.filter(
    ({ type, data }) => type === "booking.status_changed" && data.code === codes.get("+234 000 000 0002"),
  );
  expect(
    changes.toSorted((a, b) => a.data.sequence - b.data.sequence).map(({ data }) => data.status),
  ).toEqual([...["in_transit", "failed", "in_transit", "delivered"]]);
});

test("[API-9] test bookings that walked change no row of the company but the last use of the key and the counts of limits", async () => {
  const after = await contentOf(app.connectionString);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  expect(changed.filter((table) => table !== "public.api_keys" && table !== "public.rate_limits")).toEqual(
    [],
  );
});

test("[API-10] at real speed the way takes two minutes, and a repeated request adds no second walk", async () => {
  const body = order("+2340000000001");
  const first = await bookByApi(app, key, body, "walk");
  await bookByApi(app, key, body, "walk");
  const code = String(first.json["code"]);
  const due = "from pgboss.job where name = 'testWalk' and state = 'created'";
  let seconds = 0;
  for (const [n, kind] of WAYS["+2340000000001"].entries()) {
    const waiting = await query<{ after: number }>(
      sandboxUrl,
      `select extract(epoch from start_after - created_on)::int as after ${due}`,
    );
    expect(waiting, `step ${n}`).toHaveLength(1);
    seconds += waiting[0]!.after;
    await query(
      sandboxUrl,
      "update pgboss.job set start_after = now() where name = 'testWalk' and state = 'created'",
    );
    await walked(code, WAYS["+2340000000001"].slice(0, n + 1));
    expect(kind).toBe(WAYS["+2340000000001"][n]);
  }
  expect(seconds).toBe(120);
  // The parcel stops moving when its sender cancels it.
  const stopped = String((await bookByApi(app, key, order("+2340000000001"))).json["code"]);
  expect((await callApi(app, key, "POST", `/bookings/${stopped}/cancel`)).status).toBe(200);
  await query(
    sandboxUrl,
    "update pgboss.job set start_after = now() where name = 'testWalk' and state = 'created'",
  );
  await expect.poll(() => query(sandboxUrl, `select 1 ${due}`), { timeout: 10_000 }).toEqual([]);
  expect(await kindsOf(stopped)).toEqual(["booked", "cancelled"]);
});

test("[API-9] a live key knows no test phone and no test booking; a test key no live one; mails go to the owner alone", async () => {
  const live = await makeKey(ada);
  const refused = await bookByApi(app, live.key, order("+2340000000001"));
  expect([refused.status, refused.json]).toMatchObject([422, { errors: [{ pointer: "/receiver/phone" }] }]);
  const mine = await bookByApi(app, live.key, order("0803 123 4567"));
  const code = String(mine.json["code"]);
  expect((await callApi(app, key, "GET", `/bookings/${code}`)).status).toBe(404);
  const [own] = (await callApi(app, key, "GET", "/bookings?limit=1")).json["data"] as { code: string }[];
  expect((await callApi(app, live.key, "GET", `/bookings/${own!.code}`)).status).toBe(404);
  expect((await app.visitor().ask(`/track?code=${own!.code}`)).text).not.toContain("Delivered");

  const sent = () =>
    query<{ to: string; subject: string }>(sandboxUrl, "select to_address as to, subject from mails");
  await query(
    sandboxUrl,
    "update pgboss.job set start_after = now() where name = 'mail' and state = 'created'",
  );
  await expect.poll(async () => (await sent()).length, { timeout: 15_000 }).toBeGreaterThan(5);
  for (const { to, subject } of await sent()) {
    expect(to).toBe("ada@example.com");
    expect(subject).toMatch(/^\[Test\] /);
  }
  // Without a mail server, the mails are in the mailbox.
  const shown = JSON.parse((await app.visitor().ask("/mailbox.json")).text) as {
    id: string;
    subject: string;
  }[];
  const [test] = shown.filter(({ subject }) => subject.startsWith("[Test] "));
  expect((await app.visitor().ask(`/mailbox/${test!.id}`)).status).toBe(200);
});

test("[API-12] a test key of a business books at its prices, up to what is left of its limit, and takes nothing of it", async () => {
  const { db } = app.services;
  const staff = await makeAdmin({ services: app.services }, "super_admin");
  const { id } = await makeBusiness(app.services, staff, { discount: 10 });
  const member = await app.customer("tester@bright.test");
  const { id: userId } = (await personOf(app, "tester@bright.test"))!;
  await db.insert(businessMembers).values({ businessId: id, userId, role: "manager" });
  const ofBusiness = await makeKey(member, { mode: "test", page: "/business/developers" });
  const first = await bookByApi(app, ofBusiness.key, order("0803 123 4567", { cost_centre: "Shop 3" }));
  expect([first.status, first.json]).toMatchObject([201, { mode: "test", pays_delivery: "account" }]);
  const price = (first.json["price"] as { amount: number }).amount;
  const listed = await bookByApi(app, key, order("0803 123 4567"));
  expect(price).toBeLessThan((listed.json["price"] as { amount: number }).amount);
  const left = (limitKobo: number) => db.update(businesses).set({ limitKobo }).where(eq(businesses.id, id));
  await left(price - 1);
  const refused = await bookByApi(app, ofBusiness.key, order("0803 123 4567"));
  expect([refused.status, refused.json["errors"]]).toMatchObject([422, [{ pointer: "/pays_delivery" }]]);
  await left(price);
  expect((await bookByApi(app, ofBusiness.key, order("0803 123 4567"))).status).toBe(201);
  const [business] = await db.select().from(businesses).where(eq(businesses.id, id));
  expect(business!.usedKobo).toBe(0);
  await db.delete(businessMembers).where(eq(businessMembers.userId, userId));
  expect((await callApi(app, ofBusiness.key, "GET", "/bookings")).status).toBe(401);
});

test("[API-9] [HOOK-5] the page of keys shows test bookings with their events, and the webhooks of the sandbox", async () => {
  const { text } = await ada.ask("/profile/developers");
  expect(text).toContain("Test bookings");
  expect(text).toContain(codes.get("+2340000000001"));
  expect(text).toContain("Nobody was home to receive the parcel.");
  expect(text).toContain(url);
  const [endpoint] = await query<{ id: string }>(sandboxUrl, "select id from webhook_endpoints");
  const shown = await ada.ask(`/profile/developers?webhook=${endpoint!.id}`);
  expect(shown.text).toMatch(/booking\.status_changed[\s\S]*204[\s\S]*Send again/);
  got.splice(0);
  const replay = { intent: "replay", mode: "test", id: endpoint!.id, since: String(24 * 3_600_000) };
  expect((await ada.send("/profile/developers", replay)).status).toBe(302);
  await expect.poll(() => got.length, { timeout: 10_000 }).toBeGreaterThan(10);
});

test("[API-9] test bookings go after 30 days; with an account goes all that the sandbox has of it", async () => {
  const bola = await app.customer("bola@example.com");
  const others = await makeKey(bola, { mode: "test" });
  const hook = { url, events: ["booking.created"] };
  expect((await callApi(app, others.key, "POST", "/webhook_endpoints", { body: hook })).status).toBe(201);
  await bookByApi(app, others.key, order("+2340000000001", AT_ONCE));
  expect(await holding(sandboxUrl, "bola@example.com")).not.toEqual([]);
  const left = await bola.send("/profile", { intent: "delete", email: "bola@example.com" });
  expect(left.status).toBe(302);
  expect(await holding(sandboxUrl, "bola@example.com")).toEqual([]);

  const before = await countsOf(sandboxUrl);
  expect(before["bookings"]).toBeGreaterThan(0);
  app.clock.pass(31 * 24 * 60 * 60 * 1000);
  await app.services.sandbox!.forget();
  const after = await countsOf(sandboxUrl);
  expect([after["bookings"], after["booking_events"], after["api_bookings"]]).toEqual([0, 0, 0]);
  // After the cleanup, the histories of the sandbox refuse deletions again.
  await expect(query(sandboxUrl, "delete from acts")).rejects.toThrow();
});
