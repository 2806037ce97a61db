/** BULK-6, BUSINESS-2: tables for a business: two members with the same file, a clerk, and a member who was removed. */
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { BODY } from "../../../test/fixtures/booking-form.ts";
import { addMember, asMember, makeBusiness } from "../../../test/fixtures/businesses.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import type { Customer } from "../../access/actor.ts";
import { removeMember } from "../../money/businesses/members.server.ts";
import { bookingBatches, bookings, businesses } from "../../platform/db/schema.ts";
import { readBatchOfCustomer } from "./batches.server.ts";
import { bookBatch } from "./book-batch.server.ts";
import { listBulkBatches, readBatchPage, readLabelsOf, resultFile } from "./read-batch.server.ts";

const { services, db, superAdmin } = await openWithStaff();
await publishSamples({ services });
const key = () => crypto.randomUUID();

const SENDER = {
  senderName: BODY.senderName,
  senderPhone: BODY.senderPhone,
  senderAddress: BODY.senderAddress,
};
const tableOf = (rows: number, first: number) =>
  [
    "Receiver,Phone,Delivery address,Description,Weight (kg)",
    ...Array.from(
      { length: rows },
      (_, n) => `Receiver ${n},0805${1_000_000 + first + n},"${n + 1} Bompai Road, Kano",Books,2`,
    ),
  ].join("\n");

async function read(who: Customer, csv: string, forBusiness: "yes" | "" = "yes"): Promise<string> {
  const sent = { ...SENDER, senderEmail: who.person.email, csv, forBusiness };
  const done = await readBatchOfCustomer.receive(services, who, sent, key());
  if (!done.ok) throw new Error(JSON.stringify(done.errors));
  return done.id;
}
const page = async (who: Customer, id: string) => (await readBatchPage(services, who, id))!;
const book = async (who: Customer, id: string, again: "yes" | "" = "") =>
  bookBatch.receive(services, who, { id, seen: (await page(who, id)).seen, again }, key());
const finished = (id: string) =>
  vi.waitFor(
    async () => {
      const [batch] = await db.select().from(bookingBatches).where(eq(bookingBatches.id, id));
      expect(batch!.finishedAt).not.toBeNull();
    },
    { timeout: 30_000, interval: 50 },
  );
const bookedOf = (id: string) => db.$count(bookings, eq(bookings.batchId, id));

/**
 * Presses 'Book' in both windows at once. One press books the rows. The other press gets the question whether to book
 * the same rows again, and books nothing.
 */
async function bookBoth(windows: readonly [Customer, string][]): Promise<void> {
  const before = await db.$count(bookings);
  // Both pages are shown before either button is pressed.
  const shown = await Promise.all(windows.map(async ([who, id]) => (await page(who, id)).seen));
  const both = await Promise.all(
    windows.map(([who, id], n) => bookBatch.receive(services, who, { id, seen: shown[n]! }, key())),
  );
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const won = both.findIndex(({ ok }) => ok);
  const [loser, left] = windows[1 - won]!;
  expect(both[1 - won]).toMatchObject({
    reason: "booked_before",
    errors: { again: expect.stringMatching(/^You booked these 4 on .+\. Book them again\?$/) },
  });
  await finished(windows[won]![1]);
  expect(await db.$count(bookings)).toBe(before + 4);
  const asked = await page(loser, left);
  expect([asked.question, asked.booked]).toEqual([expect.stringContaining("Book them again?"), []]);
  // A person who answers yes books the same rows a second time.
  expect(await book(loser, left, "yes")).toMatchObject({ ok: true });
  await finished(left);
  expect(await bookedOf(left)).toBe(4);
}

test("[BULK-6] the same file from two members of a business at once is booked once, and the other is asked", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  const clerk = await addMember(services, id);
  const file = tableOf(4, 100);
  await bookBoth([
    [owner, await read(owner, file)],
    [clerk, await read(clerk, file)],
  ]);
  // A stranger with the same file gets no question, so the stranger does not learn of the other batch.
  const { owner: stranger } = await makeBusiness(services, superAdmin);
  expect((await page(stranger, await read(stranger, file))).question).toBeNull();
});

test("[BULK-6] the same file at once for oneself and for one's business is booked once, and the other is asked", async () => {
  const { owner } = await makeBusiness(services, superAdmin);
  const file = tableOf(4, 200);
  await bookBoth([
    [owner, await read(owner, file)],
    [owner, await read(owner, file, "")],
  ]);
});

test("[BUSINESS-2] a clerk books from a table without seeing what it costs, a manager sees it", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin, { discount: 10 });
  const [manager, clerk] = [await addMember(services, id, "manager"), await addMember(services, id)];
  for (const who of [owner, manager]) {
    const { good, totals } = await page(who, await read(who, tableOf(2, 300)));
    expect(good[0]!.totalKobo).toBeGreaterThan(0);
    expect(totals.totalKobo).toBe(2 * good[0]!.totalKobo!);
  }
  const batch = await read(clerk, tableOf(2, 400));
  const shown = await page(clerk, batch);
  expect(shown).toMatchObject({ seesMoney: false, totals: { rows: 2, totalKobo: 0, vatKobo: 0 } });
  expect(shown.good.map(({ totalKobo }) => totalKobo)).toEqual([null, null]);
  expect(await book(clerk, batch)).toMatchObject({ ok: true });
  await finished(batch);
  const { booked } = await page(clerk, batch);
  expect(booked.map(({ totalKobo }) => totalKobo)).toEqual([null, null]);
  const [head, first] = (await (await resultFile(services, clerk, batch))!.text()).split("\r\n");
  expect(head).toMatch(/Weight \(kg\),Tracking code,Result$/);
  expect(first).toMatch(/,2,OD[^,]+,Booked$/);
  // If a parcel exceeds the limit, a clerk reads only that the parcel does not fit, and a manager also reads the
  // amounts.
  await db.update(businesses).set({ limitKobo: 100 }).where(eq(businesses.id, id));
  const cure = async (who: Customer) =>
    (await page(who, await read(who, tableOf(1, 500)))).bad[0]!.errors[0]!.cure;
  expect(await cure(clerk)).toMatch(
    /^This parcel does not fit .* limit of your business\. .* ask your manager\.$/,
  );
  expect(await cure(manager)).toContain("₦");
});

test("[BUSINESS-2] a member who was removed finds none of the business's tables any more, booked or not", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  const manager = await addMember(services, id, "manager");
  const [done, draft] = [await read(manager, tableOf(2, 600)), await read(manager, tableOf(2, 700))];
  const own = await read(manager, tableOf(1, 800), "");
  expect(await book(manager, done)).toMatchObject({ ok: true });
  await finished(done);
  const { seen } = await page(manager, draft);
  const removed = { userId: manager.person.id };
  expect(await removeMember.receive(services, await asMember(db, owner), removed, key())).toMatchObject({
    ok: true,
  });
  for (const batch of [done, draft]) {
    expect(await readBatchPage(services, manager, batch)).toBeNull();
    expect(await readLabelsOf(services, manager, batch)).toBeNull();
    expect(await resultFile(services, manager, batch)).toBeNull();
  }
  expect(await bookBatch.receive(services, manager, { id: draft, seen }, key())).toMatchObject({
    reason: "batch_gone",
  });
  expect((await listBulkBatches(services, manager)).map((batch) => batch.id)).toEqual([own]);
});
