/**
 * BUSINESS-2, STAFF-4: every page and form of a business × everybody who might try to use it. Fails if a route, button
 * or operation of a business has no row in the tables below. Longer than 250 lines because the tables and their
 * tests belong together.
 */
import { readdirSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { asCustomer } from "../../app/access/actors.server.ts";
import type { Customer } from "../../app/access/actor.ts";
import { KEY_BUTTONS } from "../../app/developers/keys/forms.server.ts";
import { ADMIN_ROLES, type AdminRole } from "../../app/domain/admin-roles.ts";
import {
  BUSINESS_BUTTONS,
  BUSINESSES_BUTTONS,
  MEMBER_BUTTONS,
  PAY_BUTTONS,
  STAFF_BUSINESS_BUTTONS,
} from "../../app/money/businesses/forms.server.ts";
import { issueInvoice } from "../../app/money/businesses/issue-invoice.server.ts";
import { ADDRESS_BOOK_BUTTONS } from "../../app/parcels/address-book/forms.server.ts";
import { batchButtons, READ_BUTTONS } from "../../app/parcels/bulk/forms.server.ts";
import { PICKUP_BUTTONS } from "../../app/parcels/regular-pickups/forms.server.ts";
import {
  activityLogs,
  bookingBatches,
  bookings,
  businessBookings,
  businesses,
  businessMembers,
  profiles,
} from "../../app/platform/db/schema.ts";
import type { AnyOperation } from "../../app/platform/operations/operation.server.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { bookOnAccount, makeBusiness } from "../fixtures/businesses.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishSamples } from "../fixtures/prices.ts";
import { routesWithFiles } from "../fixtures/routes.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";

type Outsider = "guest" | "stranger" | "other owner" | "removed";
type Who = Outsider | "owner" | "manager" | "clerk" | AdminRole;

const MEMBERS: Who[] = ["owner", "manager", "clerk"];
const MONEY: Who[] = ["owner", "manager"];
const OWNER: Who[] = ["owner"];
const SUPER: Who[] = ["super_admin"];
const DECIDE: Who[] = ["super_admin", "moderator"];
const INVOICE: Who[] = ["super_admin", "moderator", "cashier"];
const READ: Who[] = ["super_admin", "moderator", "support", "dispatcher", "cashier"];
/** Everybody who is signed in may open the pages of customers. */
const SIGNED_IN: Who[] = ["stranger", "other owner", "removed", ...MEMBERS, ...ADMIN_ROLES];

/**
 * The people who may open each page. The owner of another business ('other owner') opens the same pages for their own
 * business, and sees nothing of this one.
 */
const PAGES: Record<string, Who[]> = {
  "/business": SIGNED_IN,
  "/business/members": OWNER,
  "/business/address-book": MEMBERS,
  "/business/address-book/export.csv": MEMBERS,
  "/business/pickups": MEMBERS,
  "/business/invoices": MONEY,
  "/business/invoices/paid": MONEY,
  "/business/invoices/:number": MONEY,
  "/business/invoices/:number/invoice.pdf": MONEY,
  "/business/statement": MONEY,
  "/business/statement/statement.csv": MONEY,
  "/business/reports": MONEY,
  "/business/log": OWNER,
  "/business/developers": MEMBERS,
  "/book/bulk": SIGNED_IN,
  // A batch belongs to the person who uploaded it, even if it is for a business.
  "/book/bulk/:batch": ["clerk"],
  "/book/bulk/:batch/labels": ["clerk"],
  "/book/bulk/:batch/result.csv": ["clerk"],
  "/admin/businesses": READ,
  "/admin/businesses/ageing": READ,
  "/admin/businesses/:id": READ,
  "/admin/businesses/:id/prices/:file": READ,
  "/admin/businesses/:id/:number": READ,
  "/admin/businesses/:id/:number/invoice.pdf": READ,
};

/** The people who may send each form, by page and button. */
const FORMS: Record<string, Record<string, Who[]>> = {
  "/business": { apply: SIGNED_IN, accept: SIGNED_IN },
  "/business/members": { invite: OWNER, withdraw: OWNER, role: OWNER, remove: OWNER },
  "/business/address-book": { add: MEMBERS, edit: MEMBERS, delete: MEMBERS, "from-booking": MEMBERS },
  "/business/pickups": {
    ...{ ask: MEMBERS, change: MEMBERS, pause: MEMBERS, resume: MEMBERS, end: MEMBERS },
    ...{ skip: MEMBERS, unskip: MEMBERS },
  },
  "/business/invoices": { pay: MONEY },
  "/business/developers": { make: MEMBERS, revoke: MEMBERS, resend: MEMBERS, replay: MEMBERS },
  "/book/bulk": { "": SIGNED_IN },
  "/book/bulk/:batch": { book: ["clerk"], pickup: ["clerk"], correct: ["clerk"], delete: ["clerk"] },
  "/admin/businesses": { open: SUPER },
  "/admin/businesses/:id": {
    ...{ approve: DECIDE, refuse: DECIDE, terms: SUPER, prices: SUPER, list: SUPER, close: SUPER },
    ...{ invoice: INVOICE, credit: INVOICE, money: INVOICE, reverse: INVOICE, "problem-done": INVOICE },
  },
};

type AnyButtons = Readonly<Record<string, { operation: unknown }>>;
/** The buttons that the product has on these pages, to compare with FORMS. */
const BUTTONS: Record<keyof typeof FORMS, AnyButtons> = {
  "/business": BUSINESS_BUTTONS,
  "/business/members": MEMBER_BUTTONS,
  "/business/address-book": ADDRESS_BOOK_BUTTONS,
  "/business/pickups": PICKUP_BUTTONS,
  "/business/invoices": PAY_BUTTONS,
  "/business/developers": KEY_BUTTONS,
  "/book/bulk": READ_BUTTONS,
  "/book/bulk/:batch": batchButtons("customer"),
  "/admin/businesses": BUSINESSES_BUTTONS,
  "/admin/businesses/:id": STAFF_BUSINESS_BUTTONS,
};
/** Operations without a button, each with the page whose row in PAGES shows who may run the operation. */
const BY_PAGE: Record<string, keyof typeof PAGES> = {
  "businesses.export_prices": "/admin/businesses/:id/prices/:file",
};

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const { services, clock } = app;
const { db } = services;
await publishSamples({ services });
const key = () => crypto.randomUUID();

const NAME = "Bright Main Pharmacy";
const boss = await makeAdmin(app, "super_admin");
const main = await makeBusiness(services, boss, { limitKobo: 87_654_300 });
await db.update(businesses).set({ name: NAME }).where(eq(businesses.id, main.id));
const other = await makeBusiness(services, boss);

async function visitorAs(id: string, audience: "customer" | "staff" = "customer"): Promise<Visitor> {
  const [name = "", value = ""] = (await sessionCookie(app, id, audience)).split("=");
  const visitor = app.visitor();
  visitor.cookies.set(name, value);
  return visitor;
}
async function member(role: "manager" | "clerk", email: string) {
  const visitor = await app.customer(email);
  const [person] = await db.select().from(profiles).where(eq(profiles.email, email));
  await db.insert(businessMembers).values({ businessId: main.id, userId: person!.id, role });
  const customer = asCustomer({ ip: "127.0.0.1", sessionHash: null, person: person!, staff: null })!;
  return { visitor, customer };
}
const clerk = await member("clerk", "clerk@bright.test");
const manager = await member("manager", "manager@bright.test");
const removed = await member("manager", "removed@bright.test");
const ownerVisitor = await visitorAs(main.owner.person.id);
const PEOPLE = new Map<Who, Visitor>([
  ["guest", app.visitor()],
  ["stranger", await app.customer("stranger@bright.test")],
  ["other owner", await visitorAs(other.owner.person.id)],
  ["removed", removed.visitor],
  ["owner", ownerVisitor],
  ["manager", manager.visitor],
  ["clerk", clerk.visitor],
]);
for (const role of ADMIN_ROLES) PEOPLE.set(role, await app.admin(role));

const codeOf = async (who: Customer) => {
  const booked = await bookOnAccount(services, who);
  if (!booked.ok) throw new Error(JSON.stringify(booked.errors));
  return booked.trackingCode;
};
const codes = [await codeOf(main.owner), await codeOf(clerk.customer)];
clock.pass(2000);
const issued = await issueInvoice.receive(services, boss, { id: main.id }, key());
if (!issued.ok) throw new Error(JSON.stringify(issued));
const { number } = issued;
/** Texts that only members and staff may read. */
const SECRETS = [NAME, number, ...codes];

/** Before the removal, this manager can read everything. Their session stays open after the removal. */
expect((await removed.visitor.ask("/business/invoices")).text).toContain(number);
const [gone] = await db.select().from(profiles).where(eq(profiles.email, "removed@bright.test"));
expect((await ownerVisitor.send("/business/members", { intent: "remove", userId: gone!.id })).location).toBe(
  "/business/members",
);

/** The clerk uploads a batch for the business, which stays a draft; returns its id. */
async function draft(): Promise<string> {
  const csv = `Receiver,Phone,Delivery address,Description,Weight (kg)\nReceiver,08051000000,"${key()} Bompai Road, Kano",Books,2`;
  const sender = { senderName: "Ada Obi", senderPhone: "08031234567", senderAddress: BODY.senderAddress };
  const form = { ...sender, senderEmail: "clerk@bright.test", csv, forBusiness: "yes" };
  return (await clerk.visitor.send("/book/bulk", form)).location!.split("/").at(-1)!;
}
let batch = await draft();
beforeEach(async () => {
  const [kept] = await db.select().from(bookingBatches).where(eq(bookingBatches.id, batch));
  if (!kept || kept.confirmedAt) batch = await draft();
});
const NOTHING = "00000000-0000-4000-8000-000000000000";
const pathOf = (pattern: string, id = main.id) =>
  pattern
    .replace(":id", id)
    .replace(":number", number)
    .replace(":batch", batch)
    .replace(":file", "rates.csv");

/** Returns the response to a person without access: the path of the redirect, or the status. */
function turnedAway(who: Who, pattern: string): string | number {
  if (pattern.startsWith("/admin")) return ADMIN_ROLES.includes(who as AdminRole) ? 403 : "/admin/login";
  if (who === "guest") return "/login";
  if (pattern.startsWith("/book/bulk/")) return 404;
  return MEMBERS.includes(who) ? 403 : "/business";
}
const answered = ({ status, location }: { status: number; location: string | null }) =>
  status === 302 ? location!.split("?")[0]! : status;
const refusals = () => db.$count(activityLogs, eq(activityLogs.action, "refused"));

test("[BUSINESS-2] every page of a business, every button on it and every operation has a row", () => {
  const ofBusiness = routesWithFiles().filter(({ path }) =>
    /^\/(?:business|admin\/businesses|book\/bulk)\b/.test(path),
  );
  expect(ofBusiness.map(({ path }) => path).toSorted()).toEqual(Object.keys(PAGES).toSorted());
  const withForms = ofBusiness.filter(({ file }) =>
    /^export const action\b/m.test(readFileSync(`app/${file}`, "utf8")),
  );
  expect(withForms.map(({ path }) => path).toSorted()).toEqual(Object.keys(FORMS).toSorted());
  expect(Object.keys(BUTTONS).toSorted()).toEqual(Object.keys(FORMS).toSorted());
  for (const [page, buttons] of Object.entries(BUTTONS))
    expect(Object.keys(FORMS[page]!).toSorted(), page).toEqual(Object.keys(buttons).toSorted());
  const run = Object.values(BUTTONS).flatMap((buttons) =>
    Object.values(buttons).map(
      ({ operation }) => (operation as AnyOperation<never, { ok: true }>).operationName,
    ),
  );
  const declared = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".server.ts"))
    .flatMap((file) => {
      const text = readFileSync(`app/${file}`, "utf8");
      const all = [...text.matchAll(/^ {2}name: "([a-z_.]+)",(?:\n {2}by: (.*),)?/gm)];
      return all.filter(([, name, by]) => name!.startsWith("businesses.") || by?.startsWith("member("));
    })
    .map(([, name]) => name!);
  expect(declared.length).toBeGreaterThan(18);
  expect(declared.filter((name) => !run.includes(name) && !Object.hasOwn(BY_PAGE, name))).toEqual([]);
});

describe.each(Object.entries(PAGES))("[BUSINESS-2] [STAFF-4] %s opens", (pattern, may) => {
  test.each([...PEOPLE.keys()])("for %s as it should", async (who) => {
    const path = pathOf(pattern);
    const visitor = PEOPLE.get(who)!;
    const opensOwn =
      who === "other owner" && MEMBERS.some((role) => may.includes(role)) && /^\/business\//.test(path);
    const page = await visitor.ask(path);
    const [route, query = ""] = path.split("?");
    const data = await visitor.ask(`${route}.data${query}`);
    if (may.includes(who) && !opensOwn) {
      expect(answered(page)).toBe(path.endsWith("/paid") ? "/business/invoices" : 200);
    } else if (opensOwn) {
      const isOthers = path.includes(number);
      expect(answered(page)).toBe(isOthers ? 404 : path.endsWith("/paid") ? "/business/invoices" : 200);
    } else {
      expect(answered(page)).toBe(turnedAway(who, pattern));
      expect(page.text + data.text).not.toContain("₦");
    }
    const mayRead = [...MEMBERS, ...READ].includes(who) && may.includes(who);
    const read = SECRETS.filter((secret) => (page.text + data.text).includes(secret));
    // Secrets in the path do not count, because a page may repeat its own URL, which contains the invoice number.
    if (!mayRead) expect(read.filter((secret) => !path.includes(secret))).toEqual([]);
  });
});

const FORM_ROWS = Object.entries(FORMS).flatMap(([page, buttons]) =>
  Object.entries(buttons).map(([intent, may]) => [page, intent, may] as const),
);

test.each(FORM_ROWS)(
  "[BUSINESS-2] [STAFF-4] the form of %s '%s' is taken from whom it should be",
  async (pattern, intent, may) => {
    const state = async () => ({
      business: await db.select().from(businesses).where(eq(businesses.id, main.id)),
      members: await db.select().from(businessMembers),
      bookings: await db.$count(bookings),
    });
    for (const [who, visitor] of PEOPLE) {
      const allowed =
        may.includes(who) ||
        (who === "other owner" && MEMBERS.some((role) => may.includes(role)) && /^\/business/.test(pattern));
      const [before, logged] = [await state(), await refusals()];
      // The form is empty, and people who may send it use the id of a missing record. So they get errors and change
      // nothing.
      const form = { intent, idempotencyKey: key() };
      const answer = await visitor.ask(pathOf(pattern, allowed ? NOTHING : main.id), { form });
      if (allowed) {
        expect([200, 302, 400, 404, 409], `${who}: ${answer.status}`).toContain(answer.status);
        if (answer.status === 302)
          expect(answer.location, who).toMatch(new RegExp(`^${pathOf(pattern)}|^/book/bulk|^/track`));
      } else {
        expect([who, answered(answer)]).toEqual([who, turnedAway(who, pattern)]);
        expect(await state(), who).toEqual(before);
        if (answer.status === 403 && pattern.startsWith("/admin"))
          expect(await refusals(), who).toBe(logged + 1);
      }
    }
  },
);

test("[BUSINESS-5] members book on account, one by one and from a table, and nobody else does", async () => {
  for (const [who, visitor] of PEOPLE) {
    const may = [...MEMBERS, "other owner"].includes(who);
    const form = await visitor.ask("/book");
    expect([who, form.text.includes("On account")]).toEqual([who, may]);
    const before = await db.$count(businessBookings, eq(businessBookings.businessId, main.id));
    const booked = await visitor.send("/book", { ...BODY, paysDelivery: "account" });
    expect([who, booked.status]).toEqual([who, may ? 302 : 400]);
    const after = await db.$count(businessBookings, eq(businessBookings.businessId, main.id));
    expect([who, after - before]).toEqual([who, MEMBERS.includes(who) ? 1 : 0]);
    if (!may) expect([who, booked.text.includes("Only members of a business")]).toEqual([who, true]);
    const sender = {
      ...BODY,
      forBusiness: "yes",
      csv: "Receiver,Phone,Delivery address,Description,Weight (kg)\nA,08051000000,1 Bompai Road Kano,Books,2",
    };
    const table = await visitor.send("/book/bulk", sender);
    expect([who, answered(table)]).toEqual([
      who,
      who === "guest" ? "/login" : may ? expect.stringMatching(/^\/book\/bulk\/./) : 404,
    ]);
  }
  // Staff at the counter cannot book on account for a customer, either.
  for (const role of ADMIN_ROLES) {
    const desk = await PEOPLE.get(role)!.send("/admin/bookings/new", { ...BODY, paysDelivery: "account" });
    expect([400, 403], `${role}: ${desk.status}`).toContain(desk.status);
  }
});

test("[BUSINESS-2] a clerk sees no money of the business on any page, a manager sees it", async () => {
  const [, own] = codes;
  // The clerk books the batch.
  const page = `/book/bulk/${batch}`;
  const seen = /name="seen" value="([^"]+)"/.exec((await clerk.visitor.ask(page)).text)![1]!;
  const preview = await clerk.visitor.ask(page);
  await clerk.visitor.send(page, { intent: "book", seen });
  await vi.waitFor(
    async () =>
      expect(
        (await clerk.visitor.ask(page)).text.replaceAll("<!-- -->", "").includes("1 parcel is booked"),
      ).toBe(true),
    { timeout: 15_000, interval: 100 },
  );
  const opened = Object.entries(PAGES).flatMap(([pattern, may]) =>
    may.includes("clerk") ? [pathOf(pattern)] : [],
  );
  const paths = [...opened, `/track?code=${own}`, `/bookings/${own}`];
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const html = await clerk.visitor.ask(path);
    expect([path, html.status]).toEqual([path, 200]);
    // The HTML also contains the page's data, so the test looks for amounts in kobo, too.
    const amounts = /₦\s?\d|(?:price|limit|used|left|open|credit|total)Kobo\\?",\d/i.exec(html.text);
    expect([path, amounts?.[0] ?? null]).toEqual([path, null]);
    expect([path, html.text.includes("876543")]).toEqual([path, false]);
  }
  expect([preview.text.includes("₦"), preview.text.includes("Book 1")]).toEqual([false, true]);
  const overview = (await manager.visitor.ask("/business")).text.replaceAll("<!-- -->", "");
  expect([/Used .*₦/s.test(overview), overview.includes("₦876,543")]).toEqual([true, true]);
  const [ownersCode] = codes;
  const owners = await PEOPLE.get("owner")!.ask(`/track?code=${ownersCode}`);
  expect(/₦\d/.test(owners.text)).toBe(true);
});
