/**
 * STAFF-4: requests each route about money with each role. The lists below say which roles may read a page, and which
 * roles may send a form. Each refusal is logged.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { activityLogs, payments, priceLists, settlementEntries } from "../../app/platform/db/schema.ts";
import { readOwnPayee } from "../../app/money/settlements/payees.server.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { personOf } from "../fixtures/people.ts";
import { bookPriced, publishPrices } from "../fixtures/prices.ts";
import { makePayee } from "../fixtures/settlements.ts";
import { makeStore } from "../fixtures/stores.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const { db } = app.services;
await publishPrices(app);
const { code } = await bookPriced(app);
const [list] = await db.select({ id: priceLists.id }).from(priceLists);
const payee = await readOwnPayee(db, await makePayee(app));
const owner = await app.customer("owner@ona.test");
await makeStore(app.services, (await personOf(app, "owner@ona.test"))!.id);

const PEOPLE: Record<string, Visitor> = {
  guest: app.visitor(),
  customer: await app.customer("customer@ona.test"),
  "store owner": owner,
  support: await app.admin("support"),
  moderator: await app.admin("moderator"),
  super_admin: await app.admin("super_admin"),
  dispatcher: await app.admin("dispatcher"),
  hub_clerk: await app.admin("hub_clerk"),
  cashier: await app.admin("cashier"),
};
const BOTH = ["moderator", "super_admin"];
const MONEY_TOO = [...BOTH, "cashier"];
const STATEMENTS = ["super_admin", "cashier"];
const COUNTER = [...BOTH, "dispatcher", "hub_clerk"];
const SUPER = ["super_admin"];
const MONEY = `/admin/bookings/${code}/money`;
const STATEMENT = "/admin/payments/statements/0b3f7c1e-0000-4000-8000-00000000000f";
const PAYEE = `/admin/settlements/${payee!.id}`;

/** Each form: its purpose, its path, the value of its button, and the roles that may send it. */
const FORMS: [string, string, string, string[]][] = [
  ["start a price list", "/admin/prices", "", SUPER],
  ["change a price list", `/admin/prices/${list!.id}`, "save", SUPER],
  ["publish a price list", `/admin/prices/${list!.id}`, "publish", SUPER],
  ["set a price", MONEY, "price", BOTH],
  ["apply a new quote", MONEY, "requote", BOTH],
  ["record a payment", MONEY, "payment", MONEY_TOO],
  ["reverse a payment", MONEY, "reverse", SUPER],
  ["confirm a notice", "/admin/payments", "confirm", MONEY_TOO],
  ["refuse a notice", "/admin/payments", "not-found", MONEY_TOO],
  ["close an online payment that does not match", "/admin/payments", "problem-done", MONEY_TOO],
  ["change the company's account", "/admin/company/account", "account", SUPER],
  ["close the problem of money that was taken back", "/admin/payments", "taken-back-done", MONEY_TOO],
  ["upload a statement", "/admin/payments/statements", "", STATEMENTS],
  ["choose the heading of a statement", STATEMENT, "heading", STATEMENTS],
  ["decide about rows of a statement", STATEMENT, "decide", STATEMENTS],
  ["record a statement", STATEMENT, "record", STATEMENTS],
  ["record what was collected", `/admin/bookings/${code}/collection`, "collect", MONEY_TOO],
  ["reverse a collection", `/admin/bookings/${code}/collection`, "reverse", SUPER],
  ["pay out a settlement", PAYEE, "payout", SUPER],
  ["pay out several payees", "/admin/settlements/payouts", "", SUPER],
  ["reverse a payout", PAYEE, "reverse", SUPER],
  ["see a bank account whole", PAYEE, "account", SUPER],
  ["set the referral reward", "/admin/rewards", "terms", SUPER],
  ["book for a customer", "/admin/bookings/new", "", COUNTER],
  ["release a held reward", "/admin/rewards", "release", BOTH],
];

const refusals = () => db.$count(activityLogs, eq(activityLogs.action, "refused"));

test.each(FORMS)("[STAFF-4] %s", async (_, path, intent, may) => {
  let logged = await refusals();
  for (const [name, who] of Object.entries(PEOPLE)) {
    // The form is empty: roles that may send it get the errors of its fields, and no money is written.
    const answer = await who.ask(path, { form: { intent } });
    if (["guest", "customer", "store owner"].includes(name)) {
      expect([answer.status, answer.location], name).toEqual([302, expect.stringContaining("/admin/login")]);
    } else if (may.includes(name)) {
      expect([200, 302, 400, 404, 409], name).toContain(answer.status);
      expect(answer.location ?? "", name).not.toContain("login");
    } else {
      expect(answer.status, name).toBe(403);
      expect(await refusals(), name).toBe(++logged);
    }
  }
  expect(await db.$count(payments)).toBe(0);
  expect(await db.$count(settlementEntries)).toBe(0);
});

/** Roles of the road, which may not read money. */
const ROAD = ["dispatcher", "hub_clerk"];

test.each([
  ["the price lists", "/admin/prices", [...ROAD, "cashier"]],
  ["a price list", `/admin/prices/${list!.id}`, [...ROAD, "cashier"]],
  ["the money of a booking", MONEY, ROAD],
  ["the payments", "/admin/payments", ROAD],
  ["the statements", "/admin/payments/statements", ROAD],
  ["the rewards", "/admin/rewards", ROAD],
  ["the settlements", "/admin/settlements", ROAD],
  ["the export of settlements", "/admin/settlements/export.csv", ROAD],
  ["a settlement", PAYEE, ROAD],
  ["the reports", "/admin/reports", ROAD],
  ["the export of a report", "/admin/reports/export.csv", ROAD],
  ["the export of entries", "/admin/reports/entries.csv", ROAD],
])("[STAFF-4] staff whose role reads it open %s, and nobody else", async (_, path, unread) => {
  for (const [name, who] of Object.entries(PEOPLE)) {
    const answer = await who.ask(path);
    if (["guest", "customer", "store owner"].includes(name)) {
      expect([answer.status, answer.location], name).toEqual([302, expect.stringContaining("/admin/login")]);
      expect(answer.text, name).not.toContain("₦");
    } else expect(answer.status, name).toBe(unread.includes(name) ? 403 : 200);
  }
});
