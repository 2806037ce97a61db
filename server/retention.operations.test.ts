/**
 * RUN-6: all rows that are older than their retention are removed, in several batches if necessary. Rows that are still
 * needed stay (docs/retention.md).
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { eq, getTableColumns, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as tables from "../app/platform/db/schema.ts";
import { bookOne, makeAdmin } from "../test/fixtures/bookings.ts";
import { fileServices } from "../test/fixtures/file-services.ts";
import { makeOrder, makeProduct, makeStore } from "../test/fixtures/stores.ts";
import { DELETED_SENDER } from "../app/domain/erased.ts";
import { changeStatus } from "../app/parcels/bookings/change-status.server.ts";
import { filesOfPicture } from "../app/platform/files/picture-url.ts";
import { PICTURE_REMOVALS } from "../app/platform/files/remove-pictures-job.ts";
import { KEEP_DAYS } from "./keep-days.ts";
import { purgeExpired, type Purged } from "./retention.ts";
import { transact } from "../app/platform/db/transact.server.ts";

const { opened } = await fileServices({ limitsFactor: 100 });

const DAY = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(opened.clock.now().getTime() - days * DAY);
const some = (removed: Purged) => Object.fromEntries(Object.entries(removed).filter(([, n]) => n > 0));
const run = async () => some(await purgeExpired(opened.services));

test("receipts, links, sessions and counts of limits", async () => {
  const { services, clock } = opened;
  const { db } = services;
  const now = clock.now().getTime();
  const receipt = (createdAt: Date) => ({ key: randomUUID(), formHash: null, response: {}, createdAt });
  const recent = receipt(ago(29));
  // Inserts more rows than one batch has.
  for (let n = 0; n < 6; n++)
    await db.insert(tables.idempotencyKeys).values(Array.from({ length: 1000 }, () => receipt(ago(31))));
  await db.insert(tables.idempotencyKeys).values(recent);
  const link = (name: string, expiresAt: Date, usedAt: Date | null) => ({
    email: `${name}@example.com`,
    purpose: "sign_up" as const,
    tokenHash: Buffer.from(randomUUID()),
    createdAt: ago(60),
    expiresAt,
    usedAt,
  });
  await db
    .insert(tables.emailLinks)
    .values([
      link("spent", ago(31), ago(31)),
      link("never-used", ago(40), null),
      link("spent-lately", ago(29), ago(30)),
      link("alive", ago(-1), null),
    ]);
  const { person } = await makeAdmin(opened, "support");
  const session = (expiresAt: Date) => ({
    tokenHash: Buffer.from(randomUUID()),
    userId: person.id,
    audience: "staff" as const,
    expiresAt,
  });
  await db.insert(tables.sessions).values([session(ago(1)), session(ago(-1))]);
  await db.insert(tables.rateLimits).values([
    { key: "over", points: 3, expire: now - 1 },
    { key: "of a wrong clock", points: 3, expire: now + 365 * DAY },
    { key: "counts", points: 3, expire: now + 60_000 },
    { key: "for-ever", points: 3, expire: null },
  ]);

  expect(await run()).toEqual({ idempotencyKeys: 6000, links: 2, sessions: 1, limits: 2 });
  expect(await db.select().from(tables.idempotencyKeys)).toEqual([recent]);
  expect((await db.select().from(tables.emailLinks)).map(({ email }) => email).toSorted()).toEqual([
    "alive@example.com",
    "spent-lately@example.com",
  ]);
  expect((await db.select().from(tables.sessions)).length).toBe(1);
  expect((await db.select().from(tables.rateLimits)).map(({ key }) => key).toSorted()).toEqual([
    "counts",
    "for-ever",
  ]);
  expect(await run()).toEqual({});
});

test("[RUN-6] mails lose their text after 30 days and are forgotten after a year; messages after two", async () => {
  const { db } = opened.services;
  const mail = (sentAt: Date) => ({
    id: randomUUID(),
    kind: "booking_made",
    toAddress: "ngozi@example.com",
    subject: "Your delivery is booked",
    text: "Hello Ngozi",
    html: "<p>Hello Ngozi</p>",
    sentAt,
  });
  await db.insert(tables.mails).values([mail(ago(29)), mail(ago(31)), mail(ago(366))]);
  const message = { name: "A", email: "a@b.example", subject: "Complaint", message: "m" } as const;
  await db.insert(tables.contactMessages).values([
    { ...message, formKey: randomUUID(), createdAt: ago(729) },
    { ...message, formKey: randomUUID(), createdAt: ago(731) },
  ]);
  expect(await run()).toEqual({ mailTexts: 2, mails: 1, messages: 1 });
  expect(
    (await db.select().from(tables.mails).orderBy(tables.mails.sentAt)).map(({ text, html }) => [text, html]),
  ).toEqual([
    ["", ""],
    ["Hello Ngozi", "<p>Hello Ngozi</p>"],
  ]);
  expect(await db.$count(tables.contactMessages)).toBe(1);
});

test("pictures that nothing shows, with every file of theirs, and those of a store that is gone", async () => {
  const { db, files } = opened.services;
  const store = await makeStore(opened.services, null);
  const key = () => `${randomUUID()}.webp`;
  const [shown, unused, orphan, fresh] = [key(), key(), key(), key()];
  const row = { bytes: 1, width: 1, height: 1, createdAt: ago(2), storeId: store.id };
  await db.insert(tables.pictures).values([
    { ...row, key: shown },
    { ...row, key: unused },
    { ...row, key: orphan, storeId: null },
    { ...row, key: fresh, createdAt: ago(0.5) },
  ]);
  await makeProduct(opened.services, store.id, { imageKey: shown });
  for (const name of [shown, unused, orphan, fresh].flatMap(filesOfPicture))
    await files.put(name, new Uint8Array([1]), "image/webp");
  expect(await run()).toEqual({ pictures: 2 });
  for (const name of [unused, orphan].flatMap(filesOfPicture))
    await vi.waitFor(async () => expect(await files.get(name)).toBeNull(), 10_000);
  for (const name of [shown, fresh].flatMap(filesOfPicture)) expect(await files.get(name)).not.toBeNull();
});

test("the job that removes files may run again, and goes on where a crash cut it off", async () => {
  const { db, files, jobs } = opened.services;
  const key = `${randomUUID()}.webp`;
  const [, , share] = filesOfPicture(key);
  await files.put(share!, new Uint8Array([1]), "image/jpeg");
  await transact(db, (tx) => jobs.add(tx, PICTURE_REMOVALS, { keys: [key] }));
  await vi.waitFor(async () => expect(await files.get(share!)).toBeNull(), 10_000);
});

/**
 * The columns that stay in a booking when the data of its people is erased. None of these columns identifies a person,
 * and none is free text.
 */
const STAYS_IN_BOOKINGS = `
  id formKey trackingCode customerId orderId batchId senderTown senderState receiverTown receiverState
  packageWeight declaredValueKobo packageType deliveryType referralCode referrerId assigneeId status
  pieces paysDelivery mayLookInside dropOffHubId pickupDay pickupHalf estimatedDelivery movedTo promisedDay version createdAt updatedAt
  deliveredAt labelPrintedAt stateDoubt`
  .trim()
  .split(/\s+/);

/**
 * Fills each nullable text column of a booking. A new column that is neither erased nor in STAYS_IN_BOOKINGS then fails
 * the test.
 */
async function fillEmptyColumns(id: string): Promise<Record<string, unknown>> {
  const { db } = opened.services;
  const free = Object.entries(getTableColumns(tables.bookings)).filter(
    ([, column]) =>
      column.columnType === "PgText" && !column.notNull && !column.generated && !column.enumValues,
  );
  const [row] = await db
    .update(tables.bookings)
    .set({ ...Object.fromEntries(free.map(([name]) => [name, "filled"])), shareDescription: true })
    .where(eq(tables.bookings.id, id))
    .returning();
  return row!;
}

test("[RUN-6] people in old bookings and orders; their numbers stay", async () => {
  const { db } = opened.services;
  // A trigger compares the age of rows by the database's own clock.
  opened.clock.set(new Date("2015-01-01T10:00:00Z"));
  const admin = await makeAdmin(opened, "moderator");
  const booking = await bookOne(opened, { senderEmail: "old@example.com" });
  const note = {
    id: booking.id,
    version: 1,
    status: "failed" as const,
    note: "Ngozi was out",
    reason: "other" as const,
  };
  await changeStatus(opened.services, admin, note, randomUUID());
  const filled = await fillEmptyColumns(booking.id);
  const product = await makeProduct(opened.services, (await makeStore(opened.services, null)).id);
  const order = await makeOrder(opened.services, product.storeId, [{ product, quantity: 1 }]);
  await opened.mails(1);
  await db.delete(tables.mails);

  opened.clock.pass((KEEP_DAYS.buyers + 1) * DAY);
  await db.delete(tables.idempotencyKeys);
  await run();
  const [bought] = await db.select().from(tables.orders).where(eq(tables.orders.id, order.id));
  expect(bought).toMatchObject({ buyerName: null, buyerPhone: null, totalKobo: 125_000 });
  const read = async () =>
    (await db.select().from(tables.bookings).where(eq(tables.bookings.id, booking.id)))[0];
  expect(await read()).toMatchObject({ senderName: "Ngozi Eze" });

  opened.clock.pass((KEEP_DAYS.peopleInBookings - KEEP_DAYS.buyers) * DAY);
  expect(await run()).toMatchObject({ people: 1, notes: 1 });
  const erased = (await read())!;
  expect(erased).toMatchObject(DELETED_SENDER);
  const stays = Object.entries(erased).filter(([name, value]) => isDeepStrictEqual(value, filled[name]));
  expect(stays.map(([name]) => name)).toEqual(STAYS_IN_BOOKINGS);
  expect(JSON.stringify(erased)).not.toMatch(/Ngozi|Musa|Bompai Road|803123|books/);
  const events = await db
    .select()
    .from(tables.bookingEvents)
    .where(eq(tables.bookingEvents.bookingId, booking.id));
  expect(events.map(({ note: recent, byName }) => [recent, byName])).toEqual([
    [null, null],
    [null, null],
  ]);
  const { rows } = await db.execute(sql`select from customer_summaries where email = 'old@example.com'`);
  expect(rows).toEqual([]);
});

test("the activity log can lose what is older than six years, and nothing else", async () => {
  const { db } = opened.services;
  const entry = { adminName: "A", adminEmail: "a@ona.test", action: "login", description: "" };
  const years = (n: number) => new Date(Date.now() - n * 366 * DAY);
  await db.insert(tables.activityLogs).values([
    { ...entry, description: "old", createdAt: years(7) },
    { ...entry, description: "new", createdAt: years(5) },
  ]);
  opened.clock.follow();
  expect(await run()).toMatchObject({ logs: 1 });
  expect((await db.select().from(tables.activityLogs)).map(({ description }) => description)).not.toContain(
    "old",
  );
  await expect(
    db.delete(tables.activityLogs).where(eq(tables.activityLogs.description, "new")),
  ).rejects.toThrow();
  await expect(db.update(tables.activityLogs).set({ description: "" })).rejects.toThrow();
});

test("every table has its line in docs/retention.md", async () => {
  const text = await readFile("docs/retention.md", "utf8");
  const { rows } = await opened.services.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  expect(rows.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
