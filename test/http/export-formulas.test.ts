/**
 * STAFF-14: no spreadsheet runs what people have typed, in any download of the product. The test types texts that begin
 * with a formula's first character, downloads every file, and checks that no cell begins that way. Fails if a route
 * that sends a file has no row here. Longer than 250 lines because the tables and their tests belong together.
 */
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { lagosDay } from "../../app/domain/dates.ts";
import { issueInvoice } from "../../app/money/businesses/issue-invoice.server.ts";
import { receiveMoney } from "../../app/money/businesses/receive-money.server.ts";
import { rollUpMoneyChanges } from "../../app/money/reports/roll-up-money.server.ts";
import {
  attemptAnswers,
  bookingEvents,
  bookings,
  cashEntries,
  hubs,
  orders,
  payments,
  riders,
  runs,
  savedReceivers,
  stores,
} from "../../app/platform/db/schema.ts";
import { unpack } from "../../app/platform/tables/archive.server.ts";
import { rollUpParcelChanges } from "../../app/road/parcel-reports/roll-up-parcels.server.ts";
import { SOME_ACT } from "../fixtures/acts.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { bookOnAccount, makeBusiness } from "../fixtures/businesses.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { personOf } from "../fixtures/people.ts";
import { populate } from "../fixtures/populated.ts";
import { routesWithFiles } from "../fixtures/routes.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { PAYEE_ID } from "../fixtures/settlements.ts";

/** Characters that start a formula in a spreadsheet, or that a spreadsheet skips before one. */
const FIRST = Array.from("=+-@＝＋－＠\t\r\n");

/** The columns with typed texts that reach a file. */
const TYPED: Record<string, string[]> = {
  activity_logs: ["admin_name", "admin_email", "description"],
  bank_statement_lines: ["reference", "text", "why"],
  booking_charges: ["by_name"],
  bookings: [
    ...["sender_name", "sender_address", "receiver_name", "receiver_address", "package_description"],
    ...["notes", "staff_note"],
  ],
  business_credits: ["reference"],
  businesses: ["name"],
  cash_entries: ["reason", "reference", "approved_by_name", "by_name"],
  hubs: ["name"],
  order_lines: ["name"],
  orders: ["buyer_name", "delivery_address"],
  payees: ["account_name"],
  payments: ["reference", "by_name"],
  products: ["name", "description", "category"],
  profiles: ["first_name", "last_name"],
  riders: ["name"],
  runs: ["name"],
  saved_receivers: ["full_name", "address", "landmark", "note", "taker"],
  settlement_entries: ["reference", "by_name", "paid_to"],
  stores: ["business_name"],
};
const FORMULA = "cmd|' /C calc'!A0";
/**
 * The text of each column: a formula, then a mark by which the test finds the text. The columns take turns with the
 * characters that can begin a formula.
 */
const MARKS = new Map(
  Object.entries(TYPED)
    .flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
    .map((mark, n) => [mark, `${FIRST[n % FIRST.length]}${FORMULA} ${mark}.`]),
);

type Export = {
  who: "boss" | "owner" | "customer" | "member";
  /** The paths that are downloaded. */
  paths: () => string[];
  /** The marks of the typed texts that the files contain. */
  has: string[];
};
const YEAR = "from=2026-01-01&to=2026-12-31";
const withViews = (path: string, views: string[]) => () => views.map((by) => `${path}?${YEAR}&by=${by}`);
const BOOK = TYPED["saved_receivers"]!.map((column) => `saved_receivers.${column}`);
let made: Awaited<ReturnType<typeof fill>>;

/** Every CSV file of the product, by its route. */
const TABLES: Record<string, Export> = {
  "/admin/activity-logs/export.csv": {
    who: "boss",
    paths: () => ["/admin/activity-logs/export.csv"],
    has: TYPED["activity_logs"]!.map((column) => `activity_logs.${column}`),
  },
  "/admin/bookings/export.csv": {
    who: "boss",
    paths: () => ["/admin/bookings/export.csv"],
    has: TYPED["bookings"]!.map((column) => `bookings.${column}`),
  },
  "/admin/bookings/bulk/:batch/result.csv": {
    who: "boss",
    paths: () => [`/admin/bookings/bulk/${made.deskBatch}/result.csv`],
    has: ["sheet.receiver", "sheet.heading"],
  },
  "/admin/businesses/:id/prices/:file": {
    who: "boss",
    paths: () =>
      ["rates.csv", "zones.csv"].map((file) => `/admin/businesses/${made.business}/prices/${file}`),
    has: [],
  },
  "/admin/cash/export.csv": {
    who: "boss",
    paths: () => ["/admin/cash/export.csv"],
    has: [...TYPED["cash_entries"]!.map((column) => `cash_entries.${column}`), "riders.name", "runs.name"],
  },
  "/admin/payments/statements/:id/statement.csv": {
    who: "boss",
    paths: () => [`/admin/payments/statements/${made.statement}/statement.csv`],
    has: TYPED["bank_statement_lines"]!.map((column) => `bank_statement_lines.${column}`),
  },
  "/admin/prices/:id/:file": {
    who: "boss",
    paths: () => ["rates.csv", "zones.csv"].map((file) => `/admin/prices/${made.priceList}/${file}`),
    has: [],
  },
  "/admin/reports/entries.csv": {
    who: "boss",
    paths: () => [`/admin/reports/entries.csv?${YEAR}`],
    has: [
      ...["payments.reference", "payments.by_name", "settlement_entries.reference"],
      ...["settlement_entries.by_name", "booking_charges.by_name"],
    ],
  },
  "/admin/reports/export.csv": {
    who: "boss",
    paths: withViews("/admin/reports/export.csv", [
      ...["day", "week", "month", "lane", "method", "service", "business", "payee"],
    ]),
    has: ["businesses.name", "profiles.first_name", "stores.business_name"],
  },
  "/admin/reports/parcels/export.csv": {
    who: "boss",
    paths: withViews("/admin/reports/parcels/export.csv", ["hub", "lane", "week", "run", "rider", "denied"]),
    has: ["hubs.name", "riders.name", "runs.name"],
  },
  "/admin/settlements/export.csv": {
    who: "boss",
    paths: () => ["/admin/settlements/export.csv"],
    has: ["profiles.first_name", "stores.business_name"],
  },
  "/admin/settlements/:id/statement.csv": {
    who: "boss",
    paths: () => [`/admin/settlements/${PAYEE_ID}/statement.csv`],
    has: ["settlement_entries.reference"],
  },
  "/admin/settlements/payouts/:batch/bank.csv": {
    who: "boss",
    paths: () => ["/admin/settlements/payouts/1/bank.csv"],
    has: ["payees.account_name", "settlement_entries.reference"],
  },
  "/book/bulk/:batch/result.csv": {
    who: "customer",
    paths: () => [`/book/bulk/${made.batch}/result.csv`],
    has: ["sheet.receiver", "sheet.heading"],
  },
  "/business/address-book/export.csv": {
    who: "member",
    paths: () => ["/business/address-book/export.csv"],
    has: BOOK,
  },
  "/business/statement/statement.csv": {
    who: "member",
    paths: () => ["/business/statement/statement.csv"],
    has: ["business_credits.reference"],
  },
  "/profile/address-book/export.csv": {
    who: "customer",
    paths: () => ["/profile/address-book/export.csv"],
    has: BOOK,
  },
  "/profile/settlements/statement.csv": {
    who: "customer",
    paths: () => ["/profile/settlements/statement.csv"],
    has: ["settlement_entries.reference"],
  },
  "/store/dashboard/address-book/export.csv": {
    who: "owner",
    paths: () => ["/store/dashboard/address-book/export.csv"],
    has: BOOK,
  },
  "/store/dashboard/orders/export": {
    who: "owner",
    paths: () => ["/store/dashboard/orders/export"],
    has: ["orders.buyer_name", "orders.delivery_address", "order_lines.name"],
  },
  "/store/dashboard/products/export": {
    who: "owner",
    paths: () => ["/store/dashboard/products/export"],
    has: ["products.name", "products.description", "products.category"],
  },
  "/store/dashboard/settlements/statement.csv": {
    who: "owner",
    paths: () => ["/store/dashboard/settlements/statement.csv"],
    has: ["settlement_entries.reference"],
  },
};
/** Downloads that are no tables, with their content type. */
const OTHERS: Record<string, { who: Export["who"]; path: () => string; type: RegExp }> = {
  "/profile/export.json": { who: "customer", path: () => "/profile/export.json", type: /^application\/json/ },
  "/business/invoices/:number/invoice.pdf": {
    who: "member",
    path: () => `/business/invoices/${made.number}/invoice.pdf`,
    type: /^application\/pdf$/,
  },
  "/admin/businesses/:id/:number/invoice.pdf": {
    who: "boss",
    path: () => `/admin/businesses/${made.business}/${made.number}/invoice.pdf`,
    type: /^application\/pdf$/,
  },
};

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const { services, clock } = app;
const { db } = services;
const key = () => crypto.randomUUID();
const visitorOf = (cookie: string): Visitor => {
  const [name = "", value = ""] = cookie.split("=");
  const visitor = app.visitor();
  visitor.cookies.set(name, value);
  return visitor;
};
let people: Record<Export["who"], Visitor>;

/** A table whose heading and receiver are formulas, and whose phone number begins with +. It stays a draft. */
const SHEET = {
  ...{ senderName: BODY.senderName, senderPhone: BODY.senderPhone, senderEmail: "ada@ona.test" },
  senderAddress: BODY.senderAddress,
  csv: [
    ["Receiver", "Phone", "Delivery address", "Description", "Weight (kg)", `=${FORMULA} sheet.heading.`],
    [`@${FORMULA} sheet.receiver.`, "+2348051000000", "1 Bompai Road, Kano", "-12.50", "2", "+5"],
  ]
    .map((cells) => cells.join("\t"))
    .join("\n"),
};

/** Makes rows for every downloaded file, then writes a formula into each column of TYPED. */
async function fill() {
  const data = await populate(app);
  const staff = await makeAdmin(app, "super_admin");
  const business = await makeBusiness(services, staff);
  const booked = await bookOnAccount(services, business.owner);
  if (!booked.ok) throw new Error(JSON.stringify(booked.errors));
  clock.pass(2000);
  const issued = await issueInvoice.receive(services, staff, { id: business.id }, key());
  if (!issued.ok) throw new Error(JSON.stringify(issued));
  const money = { id: business.id, amount: "100", method: "transfer", reference: "FT1", note: "", seen: "0" };
  expect(await receiveMoney.receive(services, staff, money, key())).toMatchObject({ ok: true });
  people = {
    boss: visitorOf(data.cookies.super_admin),
    owner: visitorOf(data.cookies.owner),
    customer: visitorOf(data.cookies.customer),
    member: visitorOf(await sessionCookie(app, business.owner.person.id, "customer")),
  };
  const customer = (await personOf(app, "ada@ona.test"))!;
  const [store] = await db.select().from(stores).where(eq(stores.slug, "mama-ngozi-kitchen"));
  const receiver = { fullName: "M", phone: "+2348055550123", address: "A", state: "Kano", landmark: "L" };
  await db.insert(savedReceivers).values(
    [{ userId: customer.id }, { storeId: store!.id }, { businessId: business.id }].map((owner) => ({
      ...{ ...receiver, ...owner, note: "N", taker: "T" },
    })),
  );
  await leaveMoneyAndDeeds(store!.id);
  const send = async (who: Visitor, path: string) =>
    (await who.send(path, SHEET)).location!.split("/").at(-1)!;
  const [batch, deskBatch] = [
    await send(people.customer, "/book/bulk"),
    await send(people.boss, "/admin/bookings/bulk"),
  ];
  await rollUpMoneyChanges(db);
  await rollUpParcelChanges(db);
  await type();
  return {
    ...{ batch, deskBatch, business: business.id, number: issued.number },
    ...{ statement: data.statements.matched, priceList: data.priceList },
  };
}

/**
 * Makes a rider's cash, a payment, a payout of the store, and a run with a delivery and an attempt that the receiver
 * denies.
 */
async function leaveMoneyAndDeeds(storeId: string): Promise<void> {
  const at = services.now();
  const [rider] = await db.select().from(riders);
  const [hub] = await db.select().from(hubs);
  const [parcel] = await db.select().from(bookings).where(eq(bookings.trackingCode, "OD10000003NG"));
  const ledger = { actId: SOME_ACT, at, byName: "Uche" };
  const [run] = await db
    .insert(runs)
    .values({
      formKey: key(),
      name: "R",
      kind: "delivery",
      day: lagosDay(at),
      hubId: hub!.id,
      riderId: rider!.id,
    })
    .returning();
  const cash = { actId: SOME_ACT, byName: "Uche", holderId: rider!.id, occurredAt: at, receivedAt: at };
  const [correction, deposit] = [
    { kind: "correction", kobo: -50_000, reason: "R", approvedByName: "A", runId: run!.id } as const,
    { kind: "deposit", kobo: -20_000, reference: "F", bankDay: lagosDay(at) } as const,
  ];
  await db.insert(cashEntries).values([
    { ...cash, ...correction, holderKind: "rider" },
    { ...cash, ...deposit, holderKind: "rider" },
  ]);
  await db.update(bookings).set({ staffNote: "N" }).where(eq(bookings.id, parcel!.id));
  await db.update(orders).set({ deliveryAddress: "A", deliveryState: "Lagos" });
  await db.insert(payments).values({
    ...{ ...ledger, bookingId: parcel!.id, method: "transfer", direction: "in", kobo: 1000, reference: "P" },
  });
  await db.execute(sql`insert into settlement_entries (act_id, payee_id, kind, method, gross_kobo, reference, by_name, at)
    select ${SOME_ACT}, id, 'paid_out', 'transfer', -100, 'S', 'Uche', ${at.toISOString()} from payees where store_id = ${storeId}`);
  const deed = {
    bookingId: parcel!.id,
    runId: run!.id,
    hubId: hub!.id,
    actId: SOME_ACT,
    fromStatus: "in_transit",
  } as const;
  const hour = (ago: number) => new Date(at.getTime() - ago * 3_600_000);
  const [tried] = await db
    .insert(bookingEvents)
    .values([
      { ...deed, kind: "attempted", toStatus: "failed", reason: "nobody_home", occurredAt: hour(3) },
      { ...deed, kind: "delivered", toStatus: "delivered", occurredAt: hour(1) },
    ])
    .returning();
  const attempt = { eventId: tried!.id, bookingId: parcel!.id, attemptedAt: tried!.occurredAt };
  await db.insert(attemptAnswers).values({ ...attempt, answer: "nobody_came", answeredAt: at });
}

/** Writes the formulas into the columns. The row's `ctid` behind each formula makes unique references possible. */
async function type(): Promise<void> {
  for (const [table, columns] of Object.entries(TYPED)) {
    await db.execute(sql.raw(`alter table ${table} disable trigger user`));
    for (const column of columns)
      await db.execute(
        sql`update ${sql.raw(table)} set ${sql.raw(column)} = ${MARKS.get(`${table}.${column}`)!} || ctid::text where ${sql.raw(column)} is not null`,
      );
    await db.execute(sql.raw(`alter table ${table} enable trigger user`));
  }
}

beforeAll(async () => {
  made = await fill();
}, 60_000);

/** Columns of numbers. A minus in them does not start a formula. */
const NUMBERS = /\((?:naira|₦|%)\)|^(?:in|out|price)$/;
const NUMBER = /^(?:-?\d+(?:\.\d+)?)?$/;

/** Returns the faults of a file: cells that a spreadsheet would run, invalid numbers, and unreadable phone numbers. */
function faultsOf(text: string): string[] {
  const [head = [], ...rows] = parse(text.replace("\uFEFF", ""), { recordDelimiter: "\r\n" });
  const runs = (cell: string) => FIRST.includes(cell.slice(0, 1));
  return [
    ...head.filter(runs),
    ...rows.flatMap((cells) =>
      cells.flatMap((cell, at) => {
        const name = head[at] ?? "";
        const isWrong = NUMBERS.test(name)
          ? !NUMBER.test(cell)
          : /phone/i.test(name)
            ? !/^(?:0[\d ]{9,20})?$/.test(cell)
            : runs(cell);
        return isWrong ? [`${name}: ${cell}`] : [];
      }),
    ),
  ];
}

describe("[STAFF-14] no spreadsheet runs what people have typed", () => {
  test.each(Object.entries(TABLES))("in %s", async (_, { who, paths, has }) => {
    let all = "";
    for (const path of paths()) {
      const answer = await people[who].ask(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect([answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
        "text/csv; charset=utf-8",
        expect.stringMatching(/^attachment; filename="[\w.-]+\.csv"$/),
      ]);
      expect([path, faultsOf(answer.text)]).toEqual([path, []]);
      all += answer.text;
    }
    expect(has.filter((mark) => !all.includes(`${FORMULA} ${mark}.`))).toEqual([]);
  });

  test.each(Object.entries(OTHERS))("%s is no table", async (_, { who, path, type: is }) => {
    const answer = await people[who].ask(path());
    expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
      200,
      expect.stringMatching(/^attachment; /),
    ]);
    expect(answer.headers.get("content-type")).toMatch(is);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("a number that is typed as a text is a text, a number of ours is a number, and a phone can be read", async () => {
    const result = parse((await people.customer.ask(`/book/bulk/${made.batch}/result.csv`)).text.slice(1), {
      columns: true,
    });
    expect(result).toMatchObject([{ Phone: "0805 100 0000", Description: "'-12.50" }]);
    const cash = parse((await people.boss.ask("/admin/cash/export.csv")).text.slice(1), { columns: true });
    expect(cash).toMatchObject([{ "Amount (naira)": "-500" }, { "Amount (naira)": "-200" }]);
    const book = parse((await people.member.ask("/business/address-book/export.csv")).text.slice(1), {
      columns: true,
    });
    expect(Object.values(book[0] as Record<string, string>)).toContain("0805 555 0123");
  });

  test("in the templates to download, in CSV and in Excel", async () => {
    for (const name of readdirSync("public/samples")) {
      const bytes = readFileSync(`public/samples/${name}`);
      if (name.endsWith(".csv")) expect([name, faultsOf(bytes.toString("utf8"))]).toEqual([name, []]);
      else {
        const parts = [...unpack(bytes, () => true, 1_000_000)];
        expect(parts.some(([path]) => /sheet1\.xml$/.test(path))).toBe(true);
        for (const [path, part] of parts)
          expect([path, /<f[ >]/.test(part.toString())]).toEqual([path, false]);
      }
    }
  });
});

/** Matches code that writes a file for download. */
const WRITES = /\bcsv(?:Download|Lines|Headers)\(|Content-Disposition|text\/csv|spreadsheetml/;
/**
 * Files that match WRITES but are no downloads of routes: helpers, the demo's bank file, and code that only reads
 * headers.
 */
const NO_ROUTES = new Set([
  ...["app/platform/http/csv.ts", "app/platform/http/csv-download.ts", "server/http/compress.ts"],
  // Sends a parcel's label as PDF, for API clients (API-5).
  "server/api/answer-endpoint.ts",
  // Writes a file that the demo uploads.
  "server/demo/story-statements.ts",
  // Names the types that a file field accepts.
  "app/ui/table-file-field.tsx",
]);

test("[STAFF-14] every route that sends a file has a row, and nothing else writes one", () => {
  const files = ["app", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const sources = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const routeFiles = new Set(routesWithFiles().map(({ file }) => `app/${file}`));
  const writing = sources.filter(({ file, text }) => WRITES.test(text) && !NO_ROUTES.has(file));
  // The names of all functions that write a file, or that call such a function. The loop repeats until it finds no
  // further name.
  const names = new Set<string>();
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const { file, text } of sources) {
      if (routeFiles.has(file) || NO_ROUTES.has(file)) continue;
      for (const part of text.split(/^(?=export |\/\*\*)/m)) {
        const [, name] = /^export (?:async )?(?:function|const) (\w+)/.exec(part) ?? [];
        if (name && (WRITES.test(part) || [...names].some((one) => part.includes(`${one}(`))))
          names.add(name);
      }
    }
  }
  const sends = ({ text }: { text: string }) =>
    WRITES.test(text) || [...names].some((name) => text.includes(`${name}(`));
  const found = routesWithFiles().filter(({ file }) => sends({ text: readFileSync(`app/${file}`, "utf8") }));
  expect(found.map(({ path }) => path).toSorted()).toEqual(
    [...Object.keys(TABLES), ...Object.keys(OTHERS)].toSorted(),
  );
  // Each file that writes a download must be a route, or have a function that a route calls.
  const unused = writing.filter(
    ({ file, text }) =>
      !routeFiles.has(file) &&
      ![...names].some((name) => text.includes(`function ${name}(`) || text.includes(`const ${name} `)),
  );
  expect(unused.map(({ file }) => file)).toEqual([]);
});
