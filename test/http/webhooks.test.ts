/**
 * Webhooks over HTTP: what is sent, signed, retried, listed and replayed. Longer than 250 lines because the tests share
 * one receiver and its endpoint.
 */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { and, eq, isNull, lte } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import type { WebhookEvent } from "../../app/domain/webhooks.ts";
import { messageOf } from "../../app/developers/webhooks/webhook-schemas.ts";
import { NEW_BOOKING_EXAMPLE } from "../../app/developers/endpoints/examples.ts";
import { bookings, mails, webhookEndpoints, webhookMessages } from "../../app/platform/db/schema.ts";
import { seal } from "../../app/platform/sealed.server.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookByApi, callApi, makeKey } from "../fixtures/api.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000, webhooksLoopback: true }));
// The verifier compares the time stamp with the real time.
app.clock.set(new Date());
const { db, live } = app.services;
const ada = await app.customer("ada@example.com");
const { key } = await makeKey(ada);

type Got = { headers: IncomingHttpHeaders; body: string };
const got: Got[] = [];
let status = 204;
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    got.push({ headers: request.headers, body });
    response.writeHead(status, status === 429 ? { "Retry-After": "3600" } : {}).end("noted");
  });
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
afterAll(() => void server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;

const typeOf = ({ body }: Got) => (JSON.parse(body) as { type: string }).type;
const dataOf = ({ body }: Got) => (JSON.parse(body) as { data: Record<string, unknown> }).data;
const waitFor = async (count: number) => {
  await expect.poll(() => got.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  return got.splice(0);
};
/** Starts a round of deliveries now, as a notification of the database does. */
const round = () => live.publish("webhooks");

const ALL = ["booking.status_changed", "booking.created", "booking.event_added"];
const made = await callApi(app, key, "POST", "/webhook_endpoints", { body: { url, events: ALL } });
const [id, secret] = [String(made.json["id"]), String(made.json["secret"])];
const path = `/webhook_endpoints/${id}`;

test("[HOOK-1] an endpoint has its own secret, shown when it is drawn, and is its owner's alone", async () => {
  expect([made.status, made.json]).toMatchObject([
    201,
    { enabled: true, events: ALL, secret: expect.stringMatching(/^whsec_/) as string },
  ]);
  expect((await callApi(app, key, "GET", path)).json["secret"]).toBeNull();
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  expect(row!.sealedSecret.toString()).not.toContain(secret.slice(6));
  const other = await makeKey(await app.customer("bola@example.com"));
  for (const [method, more] of [
    ["GET", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["POST", "/ping"],
  ] as const) {
    const body = method === "PATCH" ? { enabled: false } : undefined;
    expect((await callApi(app, other.key, method, path + more, { body })).status).toBe(404);
  }
  const inside = await callApi(app, key, "POST", "/webhook_endpoints", {
    body: { url: "https://169.254.169.254/" },
  });
  expect([inside.status, inside.json]).toMatchObject([422, { errors: [{ pointer: "/url" }] }]);
});

test("[HOOK-2] key, form and desk send the same, signed, in the order of recording, without names and phones", async () => {
  const booked = await bookByApi(app, key, { ...NEW_BOOKING_EXAMPLE, reference: "hook-1" });
  const code = String(booked.json["code"]);
  const first = await waitFor(2);
  for (const one of first)
    expect(messageOf(typeOf(one) as WebhookEvent).safeParse(JSON.parse(one.body)).error).toBeUndefined();
  for (const { headers, body } of first)
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
  expect(first.map(typeOf).toSorted()).toEqual(["booking.created", "booking.event_added"]);
  expect(dataOf(first[0]!)).toMatchObject({ code, reference: "hook-1", sequence: 1, status: "pending" });
  for (const secretWord of ["Ada", "Bola", "0803", "+234", "Allen", "Ring Road"])
    expect(first.map(({ body }) => body).join()).not.toContain(secretWord);

  const boss = await app.admin("super_admin");
  const [row] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  await boss.send(`/admin/bookings/${code}`, { id: row!.id, version: "1", status: "in_transit" });
  const moved = await waitFor(2);
  const change = moved.find((one) => typeOf(one) === "booking.status_changed");
  expect(dataOf(change!)).toMatchObject({
    ...{ code, sequence: 2, status: "in_transit", previous_status: "pending", reason: null },
    promised_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });

  await ada.send("/book", { ...BODY, deliveryType: "standard" });
  expect((await waitFor(2)).map(typeOf).toSorted()).toEqual(["booking.created", "booking.event_added"]);
});

test("[HOOK-4] a failed try is listed and repeated with the same body; what was missed is sent again and replayed", async () => {
  status = 500;
  await bookByApi(app, key, { ...NEW_BOOKING_EXAMPLE, reference: "hook-2" });
  const failed = await waitFor(2);
  status = 204;
  app.clock.pass(10_000);
  round();
  const again = await waitFor(2);
  const byId = (some: Got[]) =>
    some.map(({ headers, body }) => `${String(headers["webhook-id"])} ${body}`).toSorted();
  expect(byId(again)).toEqual(byId(failed));
  const deliveries = async () =>
    (await callApi(app, key, "GET", `${path}/deliveries?limit=20`)).json["data"] as {
      id: string;
      tries: object[];
    }[];
  const repeated = async () => (await deliveries()).find(({ tries }) => tries.length === 2);
  await expect
    .poll(async () => (await repeated())?.tries)
    .toMatchObject([{ status: 500, answer: "noted" }, { status: 204 }]);
  const last = await repeated();
  expect((await callApi(app, key, "POST", `${path}/deliveries/${last!.id}/resend`)).status).toBe(202);
  expect((await waitFor(1))[0]!.headers["webhook-id"]).toBe(last!.id);
  const replay = await callApi(app, key, "POST", `${path}/replay`, {
    body: { since: "2026-11-01T00:00:00Z" },
  });
  const all = await db.$count(webhookMessages, eq(webhookMessages.endpointId, id));
  expect([replay.status, replay.json]).toEqual([202, { replayed: all }]);
  await waitFor(all);
});

test("[HOOK-4] a receiver that is dead for a day gets each message once it lives, with the body of the first try, and none twice", async () => {
  status = 503;
  const order = (n: number) => ({ ...NEW_BOOKING_EXAMPLE, reference: `dead-${n}` });
  for (let n = 0; n < 5; n++) await bookByApi(app, key, order(n));
  const first = new Map(
    (await waitFor(10)).map(({ headers, body }) => [String(headers["webhook-id"]), body]),
  );
  expect(first.size).toBe(10);
  // Hours pass. The retries come at the specified times, within a tenth, and all of them fail.
  const triesAt: number[] = [];
  const begun = app.clock.now().getTime();
  for (let minute = 5; minute <= 24 * 60; minute += 5) {
    app.clock.pass(5 * 60_000);
    round();
    await expect.poll(async () => (await due()).length, { timeout: 10_000 }).toBe(0);
    for (const { headers, body } of got.splice(0)) {
      expect(body).toBe(first.get(String(headers["webhook-id"])));
      triesAt.push((app.clock.now().getTime() - begun) / 60_000);
    }
  }
  // Retries come after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h. A seventh would come after 31 hours.
  expect(triesAt.length).toBe(10 * 6);
  const last = triesAt.toSorted((a, b) => b - a)[0]!;
  expect(last / 60).toBeGreaterThan(15);
  expect(last / 60).toBeLessThan(20);
  status = 204;
  const taken: string[] = [];
  for (let hours = 0; hours < 24 && taken.length < 10; hours++) {
    app.clock.pass(3_600_000);
    round();
    await expect.poll(async () => (await due()).length, { timeout: 10_000 }).toBe(0);
    for (const { headers, body } of got.splice(0)) {
      expect(body).toBe(first.get(String(headers["webhook-id"])));
      taken.push(String(headers["webhook-id"]));
    }
  }
  expect(taken.toSorted()).toEqual([...first.keys()].toSorted());
  // The product records a delivery a moment after the receiver has answered.
  const undelivered = and(eq(webhookMessages.endpointId, id), isNull(webhookMessages.deliveredAt));
  await expect.poll(() => db.$count(webhookMessages, undelivered), { timeout: 10_000 }).toBe(0);
  app.clock.set(new Date());
});

/** The messages that are due now and are not being sent. */
const due = () =>
  db
    .select({ id: webhookMessages.id })
    .from(webhookMessages)
    .where(lte(webhookMessages.nextTryAt, app.clock.now()));

test("[HOOK-5] the page of keys lists endpoints and tries, sends one again, and all of a day", async () => {
  const page = await ada.ask(`/profile/developers?webhook=${id}`);
  expect(page.text).toContain(url);
  expect(page.text).toMatch(/500.* in .* ms/s);
  expect(page.text).not.toContain(secret);
  const [message] = await db
    .select()
    .from(webhookMessages)
    .where(eq(webhookMessages.endpointId, id))
    .limit(1);
  const resend = { intent: "resend", mode: "live", id, delivery: message!.id };
  const sent = await ada.send(`/profile/developers?webhook=${id}`, resend);
  expect([sent.status, sent.location]).toEqual([302, `/profile/developers?webhook=${id}`]);
  expect((await waitFor(1))[0]!.headers["webhook-id"]).toBe(message!.id);
  const all = await db.$count(webhookMessages, eq(webhookMessages.endpointId, id));
  const replay = { intent: "replay", mode: "live", id, since: String(24 * 3_600_000) };
  expect((await ada.send("/profile/developers", replay)).toast).toMatchObject({
    title: `${all} messages are sent again`,
  });
  await waitFor(all);
  const bola = await app.customer("chidi@example.com");
  expect((await bola.ask(`/profile/developers?webhook=${id}`)).text).not.toContain(url);
  for (const form of [resend, replay])
    expect((await bola.send("/profile/developers", form)).status, form.intent).toBe(404);
  expect((await ada.send("/profile/developers", { ...replay, since: "1" })).status).toBe(400);
});

test("[HOOK-2] two secrets sign for a day after a change", async () => {
  const changed = await callApi(app, key, "PATCH", path, { body: { rotate_secret: true } });
  const next = String(changed.json["secret"]);
  expect(next).not.toBe(secret);
  await callApi(app, key, "POST", `${path}/ping`);
  const [ping] = await waitFor(1);
  for (const one of [secret, next])
    expect(() => new Webhook(one).verify(ping!.body, ping!.headers as Record<string, string>)).not.toThrow();
  app.clock.pass(25 * 3_600_000);
  await callApi(app, key, "POST", `${path}/ping`);
  const [later] = await waitFor(1);
  expect(String(later!.headers["webhook-signature"]).split(" ")).toHaveLength(1);
});

test("[HOOK-4] an endpoint that asks for a pause gets one; one that only fails for five days is switched off and its owner mailed", async () => {
  status = 429;
  await callApi(app, key, "POST", `${path}/ping`);
  await waitFor(1);
  app.clock.pass(60_000);
  status = 500;
  await callApi(app, key, "POST", `${path}/ping`);
  round();
  await new Promise((done) => setTimeout(done, 500));
  expect(got).toEqual([]);
  app.clock.pass(3_600_000);
  round();
  await waitFor(2);
  app.clock.pass(5 * 24 * 3_600_000);
  round();
  await waitFor(1);
  await expect.poll(async () => (await callApi(app, key, "GET", path)).json["enabled"]).toBe(false);
  await expect.poll(() => db.$count(mails, eq(mails.kind, "webhook_disabled")), { timeout: 10_000 }).toBe(1);
  status = 204;
  const on = await callApi(app, key, "PATCH", path, { body: { enabled: true } });
  expect(on.json).toMatchObject({ enabled: true, failing_since: null });
  expect((await callApi(app, key, "DELETE", path)).status).toBe(204);
});

test("[HOOK-1] a secret that cannot be read, as after another APP_SECRET, signs nothing: the try says why, until a new one is drawn", async () => {
  app.clock.set(new Date());
  const own = await callApi(app, key, "POST", "/webhook_endpoints", {
    body: { url, events: ["booking.created"] },
  });
  const ownId = String(own.json["id"]);
  const at = `/webhook_endpoints/${ownId}`;
  const sealedSecret = seal(
    "another secret",
    { purpose: "webhook", subject: ownId },
    String(own.json["secret"]),
  );
  await db.update(webhookEndpoints).set({ sealedSecret }).where(eq(webhookEndpoints.id, ownId));
  expect((await callApi(app, key, "POST", `${at}/ping`)).status).toBe(202);
  const tries = async () =>
    ((await callApi(app, key, "GET", `${at}/deliveries`)).json["data"] as { tries: object[] }[])[0]!.tries;
  const why = expect.stringContaining("Draw a new one") as string;
  await expect.poll(tries).toMatchObject([{ status: null, problem: why }]);
  expect(got).toEqual([]);
  const drawn = await callApi(app, key, "PATCH", at, { body: { rotate_secret: true } });
  app.clock.pass(10_000);
  round();
  const [sent] = await waitFor(1);
  const headers = sent!.headers as Record<string, string>;
  expect(() => new Webhook(String(drawn.json["secret"])).verify(sent!.body, headers)).not.toThrow();
  expect(headers["webhook-signature"]!.split(" ")).toHaveLength(1);
  expect((await callApi(app, key, "DELETE", at)).status).toBe(204);
  app.clock.set(new Date());
});
