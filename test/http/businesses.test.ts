/** BUSINESS-1 to BUSINESS-9 over HTTP: from the application to the paid invoice, and who may open what. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { businesses, bookings, businessMembers, profiles } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { issueInvoice } from "../../app/money/businesses/issue-invoice.server.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { APPLICATION, bookOnAccount, makeBusiness } from "../fixtures/businesses.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { personOf, signIn } from "../fixtures/people.ts";
import { publishSamples } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services, clock } = app;
const { db } = services;
await publishSamples({ services });

const DAY = 24 * 60 * 60 * 1000;

async function send(who: Visitor, path: string, form: Record<string, string>) {
  const key = crypto.randomUUID();
  return who.ask(path, { form: { idempotencyKey: key, ...form } });
}

test("[BUSINESS-1] [BUSINESS-5] [BUSINESS-6] [BUSINESS-8] application, approval, booking on account, invoice, payment", async () => {
  const owner = await signIn(app, "owner@bright.test");
  await db.update(profiles).set({ firstName: "Ngozi", lastName: "Eze", phone: "+2348035550100" });
  expect((await owner.ask("/profile")).text).toMatch(/href="\/business"[^>]*>Business account</);
  expect((await owner.ask("/business")).text).toContain("Apply for an account");
  expect((await send(owner, "/business", { intent: "apply", ...APPLICATION })).location).toBe("/business");
  const [business] = await db.select().from(businesses);
  const here = `/admin/businesses/${business!.id}`;
  const [chief, cashier] = [await app.admin("super_admin"), await app.admin("cashier")];
  expect((await chief.ask("/admin/businesses")).text).toContain(APPLICATION.name);
  await send(chief, here, { intent: "approve" });
  await send(chief, here, {
    intent: "terms",
    version: "2",
    termsDays: "14",
    limit: "500000",
    graceDays: "7",
  });

  const form = (await owner.ask("/book")).text;
  expect(form).toContain("On account");
  expect(form).toContain("Cost centre");
  const booked = await send(owner, "/book", { ...BODY, paysDelivery: "account", costCentre: "Shop 3" });
  expect(booked.location).toContain("/track?code=");
  const [parcel] = await db.select().from(bookings);
  expect(parcel!.paysDelivery).toBe("account");
  const overview = (await owner.ask("/business")).text;
  expect(overview).toMatch(/Used .*₦/s);
  expect(overview).toContain("Shop 3");

  clock.pass(2000);
  await send(cashier, here, { intent: "invoice" });
  const list = (await owner.ask("/business/invoices")).text;
  const [number] = /INV-\d{4}-0001/.exec(list)!;
  const page = (await owner.ask(`/business/invoices/${number}`)).text;
  expect(page).toContain("TIN 1234567-0001");
  expect(page).toContain("Open");
  const pdf = await owner.ask(`/business/invoices/${number}/invoice.pdf`);
  expect(pdf.status).toBe(200);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(pdf.text.slice(0, 5)).toBe("%PDF-");
  expect((await cashier.ask(`${here}/${number}`)).status).toBe(200);

  const [row] = await db.select().from(businesses);
  const sum = String(row!.usedKobo / 100);
  await send(cashier, here, {
    intent: "money",
    amount: sum,
    method: "transfer",
    reference: number,
    note: "",
    seen: "0",
  });
  expect((await owner.ask("/business/invoices")).text).toContain("Paid");
  expect((await owner.ask("/business/statement")).text).toContain("Payment by bank transfer");
  expect((await owner.ask("/business/reports")).text).toContain("Shop 3");
  expect((await owner.ask("/business/statement/statement.csv")).text).toContain(number);
  expect((await cashier.ask("/admin/businesses/ageing")).text).toContain("Nobody owes us");
  expect((await owner.ask(`/bookings/${parcel!.id}`)).status).not.toBe(500);
});

test("[BUSINESS-2] what each role of a business may open, and that nobody opens another business's", async () => {
  const clerk = await signIn(app, "clerk@bright.test");
  const manager = await signIn(app, "manager@bright.test");
  const stranger = await signIn(app, "stranger@bright.test");
  const [business] = await db.select().from(businesses);
  for (const role of ["clerk", "manager"] as const) {
    const person = (await personOf(app, `${role}@bright.test`))!;
    await db
      .update(profiles)
      .set({ firstName: "Ada", lastName: "Obi", phone: "+2348035550101" })
      .where(eq(profiles.id, person.id));
    await db.insert(businessMembers).values({ businessId: business!.id, userId: person.id, role });
  }
  const number = /INV-\d{4}-\d{4}/.exec((await manager.ask("/business/invoices")).text)![0];
  const money = [
    "/business/reports",
    "/business/invoices",
    `/business/invoices/${number}`,
    "/business/statement",
  ];
  const owners = ["/business/members", "/business/log"];
  for (const path of [...money, ...owners]) {
    expect((await clerk.ask(path)).status, path).toBe(403);
    expect((await stranger.ask(path)).location, path).toBe("/business");
    expect((await app.visitor().ask(path)).location, path).toContain("/login");
  }
  for (const path of money) expect((await manager.ask(path)).status, path).toBe(200);
  for (const path of owners) expect((await manager.ask(path)).status, path).toBe(403);
  for (const path of ["/business", "/business/address-book"])
    expect((await clerk.ask(path)).status, path).toBe(200);
  const invite = { intent: "invite", email: "x@bright.test", role: "owner" };
  expect((await send(manager, "/business/members", invite)).status).toBe(403);
  // A removed member's next request is refused, although the session is still open.
  await db
    .delete(businessMembers)
    .where(eq(businessMembers.userId, (await personOf(app, "clerk@bright.test"))!.id));
  expect((await clerk.ask("/business/address-book")).location).toBe("/business");
});

test("[BUSINESS-5] the overview names the overdue invoice that stops bookings on account", async () => {
  const staff = await makeAdmin(app, "super_admin");
  const { id, owner } = await makeBusiness(services, staff, { termsDays: 7 });
  expect(await bookOnAccount(services, owner)).toMatchObject({ ok: true });
  clock.pass(2000);
  const made = await issueInvoice.receive(services, staff, { id }, crypto.randomUUID());
  if (!made.ok) throw new Error(JSON.stringify(made));
  const overview = async () => (await (await signIn(app, owner.person.email)).ask("/business")).text;
  expect(await overview()).not.toContain("is overdue.");
  clock.pass(15 * DAY);
  expect(await overview()).toMatch(/Invoice INV-\d{4}-\d{4} is overdue\./);
});
