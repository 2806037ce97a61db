/**
 * BULK-1 to BULK-9: batches of parcels, on a real database with its jobs. Longer than 250 lines because all tests
 * share the tables and senders that this file makes.
 */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { BODY } from "../../../test/fixtures/booking-form.ts";
import { makeBusiness, wrongBusinesses } from "../../../test/fixtures/businesses.ts";
import { times } from "../../../test/fixtures/long.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { makeStore } from "../../../test/fixtures/stores.ts";
import { apiClientOf, asCustomer } from "../../access/actors.server.ts";
import type { Customer } from "../../access/actor.ts";
import {
  bookingBatches,
  bookingBatchRows,
  bookings,
  payments,
  profiles,
  receiverMessages,
} from "../../platform/db/schema.ts";
import { formatNaira } from "../../domain/money.ts";
import { createByApi } from "../../developers/endpoints/create-by-api.server.ts";
import { tellReceivers } from "../../notifications/tell-receivers.server.ts";
import { eraseReceiver } from "../bookings/erase-receiver.server.ts";
import { recordPayment } from "../../money/payments/payments.server.ts";
import { purgeExpired } from "../../../server/retention.ts";
import { correctRows, deleteBatchDraft, readBatchOfCustomer, readBatchOfStaff } from "./batches.server.ts";
import { bookBatch, bulkWorker } from "./book-batch.server.ts";
import { listBulkBatches, readBatchPage, readLabelsOf, resultFile } from "./read-batch.server.ts";

const { opened, services, db, clock, moderator, superAdmin } = await openWithStaff();
await publishSamples({ services });
const key = () => crypto.randomUUID();
let made = 0;

const SENDER = {
  senderName: BODY.senderName,
  senderPhone: BODY.senderPhone,
  senderAddress: BODY.senderAddress,
};
const HEAD = "Receiver,Phone,Delivery address,Description,Weight (kg),Qty,Colour";
/** Makes a table of `good` valid rows, followed by `bad` invalid rows. */
const tableOf = (good: number, bad = 0, first = 0) =>
  [
    HEAD,
    ...Array.from(
      { length: good },
      (_, n) =>
        `Receiver ${first + n},0805${String(1000000 + first + n)},"${n + 1} Bompai Road, Kano",Books,2,${(n % 3) + 1},=1+1`,
    ),
    ...Array.from({ length: bad }, (_, n) => `Bad ${n},12,"${n + 1} Bompai Road, Kano",Books,heavy,1,red`),
  ].join("\n");

async function makeSender(): Promise<Customer> {
  const [person] = await db
    .insert(profiles)
    .values({ email: `bulk${++made}@example.com`, firstName: "Ngozi", lastName: "Eze" })
    .returning();
  return asCustomer({ ip: "127.0.0.1", sessionHash: null, person: person!, staff: null })!;
}
async function read(who: Customer, text: string, more: Record<string, string> = {}): Promise<string> {
  const sent = { ...SENDER, senderEmail: who.person.email, csv: text, ...more };
  const done = await readBatchOfCustomer.receive(services, who, sent, key());
  if (!done.ok) throw new Error(JSON.stringify(done.errors));
  return done.id;
}
const page = async (who: Customer, id: string) => (await readBatchPage(services, who, id))!;
async function book(who: Customer, id: string, more: Record<string, string> = {}) {
  const { seen } = await page(who, id);
  return bookBatch.receive(services, who, { id, seen, ...more }, key());
}
const finished = (id: string) =>
  vi.waitFor(
    async () => {
      const [batch] = await db.select().from(bookingBatches).where(eq(bookingBatches.id, id));
      expect(batch!.finishedAt).not.toBeNull();
    },
    { timeout: 60_000, interval: 100 },
  );
const bookedOf = (id: string) => db.select().from(bookings).where(eq(bookings.batchId, id));

/** Gives the person a parcel that is delivered and paid. */
async function makeKnown(who: Customer): Promise<void> {
  const id = await read(who, tableOf(1, 0, 9000 + made));
  await book(who, id);
  await finished(id);
  const [row] = await bookedOf(id);
  const account = await db.execute<{ kobo: string; seen: string }>(
    sql`select price_kobo as kobo from booking_balances where booking_id = ${row!.id}`,
  );
  const paid = {
    code: row!.trackingCode,
    amount: Number(account.rows[0]!.kobo),
    method: "cash",
    direction: "in",
    seen: "1000000",
  };
  expect(await recordPayment.receive(services, superAdmin, paid, key())).toMatchObject({ ok: true });
  await db
    .update(bookings)
    .set({ status: "delivered", deliveredAt: services.now() })
    .where(eq(bookings.id, row!.id));
  expect(await db.$count(payments, eq(payments.bookingId, row!.id))).toBe(1);
}

test("[BULK-1] [BULK-4] a table becomes a draft of its owner, with prices and all errors by row", async () => {
  const [ada, eve] = [await makeSender(), await makeSender()];
  const id = await read(ada, tableOf(3, 1));
  expect(await readBatchPage(services, eve, id)).toBeNull();
  expect(await listBulkBatches(services, eve)).toEqual([]);
  expect(await listBulkBatches(services, ada)).toMatchObject([{ id, booked: 0, waiting: 4 }]);
  const shown = await page(ada, id);
  expect(shown.ignored).toEqual(["Colour"]);
  expect(shown.good.map(({ row }) => row)).toEqual([2, 3, 4]);
  expect(shown.good[0]!.totalKobo).toBeGreaterThan(0);
  expect(shown.totals).toMatchObject({
    rows: 3,
    pieces: 6,
    groups: [{ service: "standard", lane: "Lagos → Kano" }],
  });
  expect(shown.bad).toMatchObject([
    {
      row: 5,
      errors: [
        { column: "Phone", value: "12" },
        { column: "Weight (kg)", value: "heavy" },
      ],
    },
  ]);
  const corrected = { id, "r5.receiverPhone": "0803 555 0123", "r5.packageWeight": "3", "r2.drop": "yes" };
  expect(await correctRows.receive(services, eve, corrected, key())).toMatchObject({ reason: "batch_gone" });
  await correctRows.receive(services, ada, corrected, key());
  expect((await page(ada, id)).good.map(({ row }) => row)).toEqual([3, 4, 5]);
  expect(await deleteBatchDraft.receive(services, ada, { id }, key())).toMatchObject({
    ok: true,
    gone: true,
  });
  expect(await readBatchPage(services, ada, id)).toBeNull();
});

test("[BULK-1] a draft goes after 30 days", async () => {
  const ada = await makeSender();
  const id = await read(ada, tableOf(1));
  clock.pass(29 * 24 * 60 * 60 * 1000);
  await purgeExpired(services);
  expect(await readBatchPage(services, ada, id)).not.toBeNull();
  clock.pass(2 * 24 * 60 * 60 * 1000);
  await purgeExpired(services);
  expect(await readBatchPage(services, ada, id)).toBeNull();
});

test("[BULK-4] [BULK-5] [BULK-7] good rows are booked, bad ones stay, one mail has all codes", async () => {
  const ada = await makeSender();
  const id = await read(ada, tableOf(5, 2));
  const shown = await page(ada, id);
  expect(await bookBatch.receive(services, ada, { id, seen: "old" }, key())).toMatchObject({
    reason: "changed",
  });
  const twice = key();
  const sent = { id, seen: shown.seen };
  const both = await Promise.all([1, 2].map(() => bookBatch.receive(services, ada, sent, twice)));
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  await finished(id);
  const after = await page(ada, id);
  expect(after.booked.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6]);
  expect(after.booked.map(({ totalKobo }) => totalKobo)).toEqual(
    shown.good.map(({ totalKobo }) => totalKobo),
  );
  expect(after.bad.map(({ row }) => row)).toEqual([7, 8]);
  const rows = await bookedOf(id);
  expect(rows).toHaveLength(5);
  expect(rows.every(({ customerId }) => customerId === ada.person.id)).toBe(true);
  const mails = (await opened.mails(1)).filter(({ toAddress }) => toAddress === ada.person.email);
  expect(mails.map(({ subject }) => subject)).toEqual(["Your 5 parcels are booked"]);
  const sum = after.booked.reduce((all, { totalKobo }) => all + totalKobo!, 0);
  const toPay = `You pay ${formatNaira(sum)} before we pick them up`;
  expect(after.bookedKobo).toBe(sum);
  expect(after.payment!.texts[0]).toContain(toPay);
  expect(mails[0]!.text).toContain(`Total: ${formatNaira(sum)}`);
  expect(mails[0]!.text).toContain(toPay);
  for (const { trackingCode } of rows) expect(mails[0]!.text.replaceAll(" ", "")).toContain(trackingCode);
});

test("[BULK-5] killed at random twenty times, batches are taken up where they stopped: no row is lost or booked twice", async () => {
  const ada = await makeSender();
  await makeKnown(ada);
  const run = bulkWorker(services);
  const work = (batchId: string) =>
    run({ id: key(), data: { batchId }, retryCount: 0 }, db).catch(() => null);
  const isRunning = (id: string) =>
    page(ada, id)
      .then(({ running }) => running !== null)
      .catch(() => true);
  const COUNT = 60;
  let killed = 0;
  for (let first = 20_000; killed < times(20, 60) && first < 22_000; first += COUNT) {
    const id = await read(ada, tableOf(COUNT, 0, first));
    expect(await book(ada, id)).toMatchObject({ ok: true });
    // A second worker books at the same time as the queue's worker. Both workers lose their connections while they book
    // a row.
    while (await isRunning(id)) {
      const working = work(id);
      await new Promise((done) => setTimeout(done, Math.random() * 40));
      const cut = await db
        .execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and query ilike '%booking%'`)
        .catch(() => null);
      killed += cut?.rows.length ?? 0;
      await working;
      // Waits until the pool has dropped the terminated connections.
      await new Promise((done) => setTimeout(done, 100));
    }
    const rows = await bookedOf(id);
    expect(rows).toHaveLength(COUNT);
    expect(new Set(rows.map(({ receiverPhone }) => receiverPhone)).size).toBe(COUNT);
    const known = await db
      .select({ bookingId: bookingBatchRows.bookingId })
      .from(bookingBatchRows)
      .where(and(eq(bookingBatchRows.batchId, id), isNotNull(bookingBatchRows.trackingCode)));
    expect(new Set(known.map(({ bookingId }) => bookingId))).toEqual(new Set(rows.map((row) => row.id)));
    const { rows: jobs } = await db.execute(
      sql`select from pgboss.job where name = 'mail' and data->>'kind' = 'batch_booked' and data->>'batchId' = ${id}`,
    );
    expect(jobs).toHaveLength(1);
  }
  expect(killed).toBeGreaterThanOrEqual(20);
}, 120_000);

test("[BULK-6] the same rows within seven days are asked about, also from two windows at once", async () => {
  const ada = await makeSender();
  const text = tableOf(4, 0, 3000);
  const first = await read(ada, text);
  const second = await read(ada, [HEAD, ...text.split("\n").slice(1).toReversed()].join("\n"));
  const seen = (await page(ada, first)).seen;
  const other = (await page(ada, second)).seen;
  const both = await Promise.all([
    bookBatch.receive(services, ada, { id: first, seen }, key()),
    bookBatch.receive(services, ada, { id: second, seen: other }, key()),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const left = both[0].ok ? second : first;
  const asked = await book(ada, left);
  const { question } = await page(ada, left);
  expect(question).toMatch(/^You booked these 4 on [A-Z][a-z]{2} \d+ [A-Z][a-z]{2}\. Book them again\?$/);
  expect(asked).toMatchObject({ reason: "booked_before", errors: { again: question } });
  clock.pass(8 * 24 * 60 * 60 * 1000);
  expect((await page(ada, left)).question).toBeNull();
  clock.pass(-8 * 24 * 60 * 60 * 1000);
  expect(await book(ada, left, { again: "yes" })).toMatchObject({ ok: true });
  await finished(left);
});

test("[BULK-6] 50 rows a day before the first delivered and paid parcel, 2,000 afterwards", async () => {
  const ada = await makeSender();
  const id = await read(ada, tableOf(53, 0, 4000));
  expect((await page(ada, id)).limit).toEqual({ most: 50, left: 50 });
  expect(await book(ada, id)).toMatchObject({ ok: true });
  await finished(id);
  const after = await page(ada, id);
  expect(after.booked).toHaveLength(50);
  expect(after.good).toHaveLength(3);
  expect(await book(ada, id)).toMatchObject({ reason: "day_is_full" });
  clock.pass(24 * 60 * 60 * 1000);
  await makeKnown(ada);
  expect((await page(ada, id)).limit.most).toBe(2000);
  expect(await book(ada, id)).toMatchObject({ ok: true });
  await finished(id);
});

test("[BULK-6] [API-4] rows of tables and bookings by keys are one number of the day", async () => {
  const ada = await makeSender();
  const { ip, person } = ada;
  const facts = { keyId: key(), access: "write" as const, person };
  const client = apiClientOf({
    ip,
    ...facts,
    mode: "live",
    owner: { kind: "customer", id: person.id },
    seesMoney: true,
  });
  const body = {
    ...BODY,
    senderEmail: person.email,
    reference: null,
    metadata: {},
    testSpeed: null,
    testPhone: null,
  };
  const byKey = () => createByApi.receive(services, client, body, key());
  const id = await read(ada, tableOf(49, 0, 6000));
  expect(await book(ada, id)).toMatchObject({ ok: true });
  await finished(id);
  expect(await byKey()).toMatchObject({ ok: true });
  expect(await byKey()).toMatchObject({ reason: "day_is_full" });
  expect((await page(ada, id)).limit).toEqual({ most: 50, left: 0 });
});

test("[BULK-8] no message that costs money before we hold a piece", async () => {
  const phones = { ...services.phones, sms: {} as never };
  const ada = await makeSender();
  const id = await read(ada, tableOf(1, 0, 5000));
  await book(ada, id);
  await finished(id);
  const [row] = await bookedOf(id);
  const tell = () =>
    tellReceivers({ services: { ...services, phones }, tx: db, at: services.now() }, "out_for_delivery", [
      row!.id,
    ]);
  expect(await tell()).toBe(0);
  await db.execute(
    sql`update pieces set holder_kind = 'hub', holder_id = gen_random_uuid() where booking_id = ${row!.id}`,
  );
  expect(await tell()).toBe(1);
  expect(await db.$count(receiverMessages, eq(receiverMessages.bookingId, row!.id))).toBe(1);
});

test("[BULK-9] labels in the order of the sheet, one for each piece, and the result in the columns that came", async () => {
  const [ada, eve] = [await makeSender(), await makeSender()];
  const id = await read(ada, tableOf(3, 1, 6000));
  await book(ada, id);
  await finished(id);
  const labels = (await readLabelsOf(services, ada, id))!;
  expect(labels.waybills.map(({ to, piece }) => [to.name, piece])).toEqual([
    ["Receiver 6000", null],
    ["Receiver 6001", 1],
    ["Receiver 6001", 2],
    ["Receiver 6002", 1],
    ["Receiver 6002", 2],
    ["Receiver 6002", 3],
  ]);
  const file = await (await resultFile(services, ada, id))!.text();
  const lines = file.trim().split("\r\n");
  expect(lines[0]).toBe(`${HEAD},Tracking code,Price (₦),Result`);
  expect(lines[1]).toContain(",'=1+1,OD");
  expect(lines[4]).toMatch(/^Bad 0,12,.*,,Draft$/);
  expect(await readLabelsOf(services, eve, id)).toBeNull();
  expect(await resultFile(services, eve, id)).toBeNull();
});

test("[BULK-1] a store's batch is its owner's, and staff book for a customer without an account", async () => {
  const [ada, eve] = [await makeSender(), await makeSender()];
  const store = await makeStore(services, ada.person.id);
  const id = await read(ada, tableOf(1, 0, 7000), { storeId: store.id });
  expect(await page(ada, id)).toMatchObject({ kind: "store" });
  const foreign = { ...SENDER, senderEmail: "x@example.com", csv: tableOf(1), storeId: store.id };
  expect(await readBatchOfCustomer.receive(services, eve, foreign, key())).toMatchObject({
    reason: "not_your_store",
  });
  const walkIn = { ...SENDER, senderEmail: "", csv: tableOf(2, 0, 7100) };
  const read2 = await readBatchOfStaff.receive(services, moderator, walkIn, key());
  if (!read2.ok) throw new Error(JSON.stringify(read2));
  const shown = (await readBatchPage(services, moderator, read2.id))!;
  expect(await readBatchPage(services, superAdmin, read2.id)).toBeNull();
  expect(
    await bookBatch.receive(services, moderator, { id: read2.id, seen: shown.seen }, key()),
  ).toMatchObject({ ok: true });
  await finished(read2.id);
  const rows = await bookedOf(read2.id);
  expect(rows.map(({ customerId }) => customerId)).toEqual([null, null]);
});

test("[BULK-1] an erased receiver leaves nothing in the batch", async () => {
  const ada = await makeSender();
  const id = await read(ada, tableOf(2, 0, 8000));
  await book(ada, id);
  await finished(id);
  const [row] = await bookedOf(id);
  await db
    .update(bookings)
    .set({ status: "delivered", deliveredAt: services.now() })
    .where(eq(bookings.id, row!.id));
  const erased = { id: row!.id, typedCode: row!.trackingCode };
  expect(await eraseReceiver.receive(services, superAdmin, erased, key())).toMatchObject({ ok: true });
  const [kept] = await db.select().from(bookingBatchRows).where(eq(bookingBatchRows.bookingId, row!.id));
  expect(kept).toMatchObject({ cells: [], fields: {} });
});

test("[BULK-1] [BUSINESS-5] a business's table goes on its account as far as the limit goes; the rest stays a draft", async () => {
  const { id: businessId, owner } = await makeBusiness(services, superAdmin, { discount: 10 });
  const stranger = await makeSender();
  const sent = { ...SENDER, senderEmail: stranger.person.email, csv: tableOf(1), forBusiness: "yes" };
  expect(await readBatchOfCustomer.receive(services, stranger, sent, key())).toMatchObject({
    reason: "not_your_business",
  });
  const id = await read(owner, tableOf(5, 0, 7000).replaceAll("Colour", "Dept"), { forBusiness: "yes" });
  const { good } = await page(owner, id);
  const [first] = good;
  expect(good).toHaveLength(5);
  await db.execute(sql`update businesses set limit_kobo = ${first!.totalKobo! * 3} where id = ${businessId}`);
  const shown = await page(owner, id);
  expect(shown.good).toHaveLength(3);
  expect(shown.bad.map(({ errors }) => errors[0]!.cure)).toEqual([
    expect.stringMatching(/limit of your business/),
    expect.stringMatching(/limit of your business/),
  ]);
  expect(await book(owner, id)).toMatchObject({ ok: true });
  // The limit is lowered meanwhile. The rows that no longer fit become drafts again, with the reason.
  await db.execute(sql`update businesses set limit_kobo = ${first!.totalKobo! * 2} where id = ${businessId}`);
  await finished(id);
  const booked = await bookedOf(id);
  expect(booked.length).toBeGreaterThanOrEqual(2);
  expect(booked.every(({ paysDelivery }) => paysDelivery === "account")).toBe(true);
  expect((await page(owner, id)).payment).toBeNull();
  expect(await wrongBusinesses(db)).toEqual([]);
});
