/** API-1, API-3, API-12: API keys of businesses, over HTTP: who makes and revokes them, and what they book. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findMember } from "../../app/access/business-member.server.ts";
import { NEW_BOOKING_EXAMPLE } from "../../app/developers/endpoints/examples.ts";
import { makeApiKey } from "../../app/developers/keys/keys.server.ts";
import {
  apiKeys,
  businessBookings,
  businesses,
  businessMembers,
  webhookMessages,
} from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { bookByApi, callApi, makeKey } from "../fixtures/api.ts";
import { makeBusiness } from "../fixtures/businesses.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { personOf } from "../fixtures/people.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000, webhooksLoopback: true }));
const { services } = app;
const { db } = services;
await publishPrices(app);
const PAGE = "/business/developers";
const staff = await makeAdmin({ services }, "super_admin");
const { id } = await makeBusiness(services, staff, { limitKobo: 100_000_00, discount: 10 });

let members = 0;
async function memberOf(role: "owner" | "manager" | "clerk"): Promise<Visitor> {
  const email = `${role}${++members}@bright.test`;
  const who = await app.customer(email);
  const { id: userId } = (await personOf(app, email))!;
  await db.insert(businessMembers).values({ businessId: id, userId, role });
  return who;
}
const [owner, clerk, manager] = [await memberOf("owner"), await memberOf("clerk"), await memberOf("manager")];
let orders = 0;
const order = (more: object = {}) => ({
  ...NEW_BOOKING_EXAMPLE,
  reference: `of-business-${++orders}`,
  ...more,
});
const amount = (money: unknown) => (money as { amount: number } | null)?.amount;

test("[API-12] a key of a business books on its account, at its prices, and finds all bookings of the business", async () => {
  const { key } = await makeKey(manager, { page: PAGE });
  const own = await makeKey(manager);
  const quoted = await callApi(app, key, "POST", "/quotes", {
    body: {
      from: { state: "Lagos" },
      to: { state: "Oyo" },
      parcel: { weight_kg: 1.5, declared_value: NEW_BOOKING_EXAMPLE.parcel.declared_value },
    },
  });
  const made = await bookByApi(app, key, order({ cost_centre: "Shop 3" }));
  expect([made.status, made.json]).toMatchObject([201, { pays_delivery: "account", cost_centre: "Shop 3" }]);
  const list = await bookByApi(app, own.key, order());
  expect(amount(made.json["price"])).toBeLessThan(amount(list.json["price"])!);
  const [standard] = (quoted.json["quotes"] as { service: string; price: unknown }[]).filter(
    ({ service }) => service === NEW_BOOKING_EXAMPLE.service,
  );
  expect(amount(standard!.price)).toBe(amount(made.json["price"]));
  const [business] = await db.select().from(businesses).where(eq(businesses.id, id));
  expect(business!.usedKobo).toBe(amount(made.json["price"]));
  // The key of another member finds the booking of the business, but not what the first member booked with a personal
  // key.
  const others = await makeKey(owner, { page: PAGE });
  expect((await callApi(app, others.key, "GET", `/bookings/${String(made.json["code"])}`)).status).toBe(200);
  expect((await callApi(app, others.key, "GET", `/bookings/${String(list.json["code"])}`)).status).toBe(404);
  // The booking may name another payer. It still belongs to the business.
  const paid = await bookByApi(app, key, order({ pays_delivery: "sender_before" }));
  expect([paid.status, paid.json["pays_delivery"]]).toEqual([201, "sender_before"]);
  expect(await db.$count(businessBookings, eq(businessBookings.businessId, id))).toBe(2);
});

test("[API-12] no other key books on account or has a cost centre, and a business collects nothing", async () => {
  const own = await makeKey(clerk);
  const wrong = await bookByApi(app, own.key, order({ pays_delivery: "account" }));
  expect([wrong.status, wrong.json["errors"]]).toMatchObject([422, [{ pointer: "/pays_delivery" }]]);
  const centre = await bookByApi(app, own.key, order({ cost_centre: "Shop 3" }));
  expect([centre.status, centre.json["errors"]]).toMatchObject([422, [{ pointer: "/cost_centre" }]]);
  const { key } = await makeKey(owner, { page: PAGE });
  const collects = await bookByApi(app, key, order({ collect: { amount: 500_000, currency: "NGN" } }));
  expect([collects.status, collects.json["errors"]]).toMatchObject([422, [{ pointer: "/collect" }]]);
});

test("[API-12] [BUSINESS-5] twenty bookings at once by keys of two members never pass the limit", async () => {
  const keys = [await makeKey(owner, { page: PAGE }), await makeKey(manager, { page: PAGE })];
  const [before] = await db.select().from(businesses).where(eq(businesses.id, id));
  const one = await bookByApi(app, keys[0]!.key, order());
  const price = amount(one.json["price"])!;
  await db
    .update(businesses)
    .set({ limitKobo: before!.usedKobo + 4 * price })
    .where(eq(businesses.id, id));
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) => bookByApi(app, keys[at % 2]!.key, order())),
  );
  expect(all.filter(({ status }) => status === 201)).toHaveLength(3);
  for (const refused of all.filter(({ status }) => status !== 201))
    expect([refused.status, refused.json["errors"]]).toMatchObject([422, [{ pointer: "/pays_delivery" }]]);
  const [after] = await db.select().from(businesses).where(eq(businesses.id, id));
  expect(after!.usedKobo).toBe(after!.limitKobo);
  await db.update(businesses).set({ limitKobo: 100_000_000 }).where(eq(businesses.id, id));
});

test("[API-3] the key of a clerk sees no money: no price, no payment, and no message about them", async () => {
  const { key } = await makeKey(clerk, { page: PAGE });
  const hook = {
    url: "http://127.0.0.1:9/hook",
    events: ["booking.created", "booking.price_set", "payment.recorded"],
  };
  expect((await callApi(app, key, "POST", "/webhook_endpoints", { body: hook })).status).toBe(201);
  const chief = await makeKey(owner, { page: PAGE });
  expect((await callApi(app, chief.key, "POST", "/webhook_endpoints", { body: hook })).status).toBe(201);
  const made = await bookByApi(app, key, order());
  expect([made.status, made.json]).toMatchObject([201, { price: null, paid: null }]);
  const read = await callApi(app, key, "GET", `/bookings/${String(made.json["code"])}`);
  expect(read.json).toMatchObject({ price: null, paid: null, pays_delivery: "account" });
  const quotes = await callApi(app, key, "POST", "/quotes", {
    body: { from: { state: "Lagos" }, to: { state: "Oyo" }, parcel: { weight_kg: 2 } },
  });
  for (const { price } of quotes.json["quotes"] as { price: unknown }[]) expect(price).toBeNull();
  expect(
    (await callApi(app, chief.key, "GET", `/bookings/${String(made.json["code"])}`)).json["price"],
  ).not.toBeNull();
  // Both webhook endpoints get the event.
  expect(await db.$count(webhookMessages, eq(webhookMessages.kind, "booking.created"))).toBe(2);
});

test("[API-1] a member revokes their own keys, an owner all of them, and the log names both", async () => {
  const mine = await makeKey(clerk, { page: PAGE });
  const works = async (key: string) => (await callApi(app, key, "GET", "/bookings")).status === 200;
  expect(await works(mine.key)).toBe(true);
  // A manager neither sees the key of another member nor can revoke it.
  expect((await manager.ask(PAGE)).text).not.toContain(mine.id);
  await manager.send(PAGE, { intent: "revoke", id: mine.id });
  expect(await works(mine.key)).toBe(true);
  expect((await owner.ask(PAGE)).text).toContain(mine.id);
  await owner.send(PAGE, { intent: "revoke", id: mine.id });
  expect(await works(mine.key)).toBe(false);
  const log = (await owner.ask("/business/log")).text;
  expect(log).toContain("Made the API key Shop");
  expect(log).toContain("Revoked the API key Shop");
});

test("[API-11] the office sees keys of businesses, finds them by the business, and revokes them", async () => {
  const { key, id: keyId } = await makeKey(manager, { page: PAGE });
  const chief = await app.admin("super_admin");
  const found = await chief.ask("/admin/developers?q=Bright");
  expect(found.text).toContain(keyId);
  expect(found.text).toContain("for Bright Pharmacy");
  await chief.send("/admin/developers", { intent: "revoke", id: keyId });
  expect((await callApi(app, key, "GET", "/bookings")).status).toBe(401);
});

test("[API-1] [BUSINESS-2] the keys of a member end at once when the member is removed, and stay ended", async () => {
  const leaver = await memberOf("manager");
  const { key, id: keyId } = await makeKey(leaver, { page: PAGE });
  const { id: userId } = (await personOf(app, `manager${members}@bright.test`))!;
  await owner.send("/business/members", { intent: "remove", userId });
  expect((await callApi(app, key, "GET", "/bookings")).status).toBe(401);
  await db.insert(businessMembers).values({ businessId: id, userId, role: "manager" });
  expect((await callApi(app, key, "GET", "/bookings")).status).toBe(401);
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, keyId));
  expect(row!.revokedAt).not.toBeNull();
  // If the membership is missing, a key of the business stops working even without being revoked.
  const other = await memberOf("clerk");
  const left = await makeKey(other, { page: PAGE });
  await db
    .delete(businessMembers)
    .where(eq(businessMembers.userId, (await personOf(app, `clerk${members}@bright.test`))!.id));
  expect((await callApi(app, left.key, "GET", "/bookings")).status).toBe(401);
});

test("[API-1] [BUSINESS-2] a member who is removed while they make a key gets none", async () => {
  const leaver = await memberOf("manager");
  const email = `manager${members}@bright.test`;
  const person = (await personOf(app, email))!;
  const stale = (await findMember(db, person, "127.0.0.1"))!;
  await owner.send("/business/members", { intent: "remove", userId: person.id });
  const asked = { name: "Shop", mode: "live", access: "write", storeId: "" };
  expect(await makeApiKey.receive(services, stale, asked, crypto.randomUUID())).toMatchObject({
    reason: "no_member",
  });
  expect(await db.$count(apiKeys, eq(apiKeys.userId, person.id))).toBe(0);
  expect((await leaver.ask(PAGE)).status).not.toBe(200);
});
