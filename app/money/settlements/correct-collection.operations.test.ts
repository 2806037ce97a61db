/** Correcting the COD request of a booking, and references that a reversal frees, on a real database. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { lastEvent, makeAdmin, storeDelivered } from "../../../test/fixtures/bookings.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import {
  ACCOUNT,
  bookCollect,
  makeCustomer,
  makePayee,
  NAIRA,
  payOutTo,
} from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { SAW_ALL } from "../../../test/fixtures/saw-all.ts";
import { correctBooking } from "../../parcels/bookings/correct-booking.server.ts";
import { activityLogs, cashOnDelivery, bookings } from "../../platform/db/schema.ts";
import { plainNaira } from "../../domain/money.ts";
import { readCollection, recordCollection, reverseCollection } from "./collections.server.ts";
import { readOwnPayee, saveBankAccount } from "./payees.server.ts";
import { newestEntryId } from "./newest-entry.server.ts";
import { reversePayout } from "./payouts.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff(100_000);

const booking = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const termsOf = async (id: string) => (await readCollection(db, id))?.terms;

/** Sends the form of a correction with the booking's current values and another amount to collect. */
async function correct(id: string, collect: string | undefined, who = moderator, key: string = randomUUID()) {
  const row = await booking(id);
  const form = { ...row, packageWeight: String(row.packageWeight), collect };
  return correctBooking.receive(services, who, form, key);
}
const deliver = (id: string) => storeDelivered(opened, id);
const collect = (
  code: string,
  { kobo = 0, ...more }: { kobo?: number; method?: string; reference?: string; reason?: string },
) =>
  recordCollection.receive(
    services,
    moderator,
    { ...SAW_ALL, code, method: "cash", amount: plainNaira(kobo), ...more },
    randomUUID(),
  );

test("[COD-7] without handling in a price list no amount is added", async () => {
  const { id } = await bookCollect(opened, await makePayee(opened), 0, "pending");
  expect(await correct(id, "5000")).toMatchObject({
    errors: { collect: "We do not collect money from receivers now." },
  });
  expect(await correct(id, "")).toMatchObject({ ok: true, changed: false });
  await publishSamples(opened);
});

test("[COD-7] staff add, correct and remove the amount: event with before and after, mail to the sender, log row", async () => {
  const payee = await makePayee(opened);
  const { id, code } = await bookCollect(opened, payee, 0, "in_transit");
  const steps = [
    ["12,500", "none", "₦12,500"],
    ["9000", "₦12,500", "₦9,000"],
    ["", "₦9,000", "none"],
  ] as const;
  for (const [typed, before, after] of steps) {
    const key = randomUUID();
    expect(await correct(id, typed, moderator, key)).toMatchObject({ ok: true, changed: true });
    expect(await lastEvent(opened, id)).toMatchObject({
      kind: "corrected",
      changes: { "Amount to collect": [before, after] },
    });
  }
  const told = async () =>
    (await opened.mails(0)).filter(({ kind, text }) => kind === "booking_corrected" && text.includes(code));
  await expect.poll(async () => (await told()).length, { timeout: 10_000 }).toBe(3);
  expect((await told()).map(({ text }) => text).join()).toContain("Amount to collect: ₦9,000 (was: ₦12,500)");
  expect(await termsOf(id)).toBeUndefined();
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.entityId, id));
  expect(logged).toHaveLength(3);
  expect(logged[0]).toMatchObject({
    action: "update_booking",
    description: `${code}: corrected Amount to collect`,
  });
  expect(await correct(id, "7500")).toMatchObject({ changed: true });
  expect(await termsOf(id)).toMatchObject({
    payeeId: (await readOwnPayee(db, payee))?.id,
    amountKobo: 7500 * NAIRA,
    codFeePerMille: 15,
  });
  // A form of the previous release lacks the amount to collect, which is then unchanged.
  expect(await correct(id, undefined)).toMatchObject({ changed: false });
  expect(await termsOf(id)).toMatchObject({ amountKobo: 7500 * NAIRA });
});

test("[COD-7] amounts out of bounds, support, nobody to pay out to and a delivered booking are refused", async () => {
  const payee = await makePayee(opened);
  const { id } = await bookCollect(opened, payee, 5000, "pending");
  const bare = await bookCollect(opened, await makeCustomer(opened), 0, "pending");
  const done = await bookCollect(opened, payee, 5000);
  const support = await makeAdmin(opened, "support");
  for (const [typed, error] of [
    ["-1", "Enter a price"],
    ["1e3", "Enter a price"],
    ["5000000.01", "at most ₦5,000,000"],
    ["9007199254740993", "Enter a price"],
  ] as const)
    expect(await correct(id, typed)).toMatchObject({ errors: { collect: expect.stringContaining(error) } });
  expect(await correct(bare.id, "5000")).toMatchObject({
    errors: { collect: expect.stringContaining("no bank account") },
  });
  expect(await correct(id, "1", support)).toMatchObject({ code: "forbidden" });
  expect(await correct(done.id, "")).toMatchObject({ code: "invalid" });
  expect(await termsOf(id)).toMatchObject({ amountKobo: 5000 * NAIRA });
  for (const write of [
    db.update(cashOnDelivery).set({ amountKobo: 1 }).where(eq(cashOnDelivery.bookingId, done.id)),
    db.update(cashOnDelivery).set({ codFeePerMille: 0 }).where(eq(cashOnDelivery.bookingId, id)),
    db.delete(cashOnDelivery).where(eq(cashOnDelivery.bookingId, done.id)),
  ])
    await expect(write).rejects.toThrow();
});

test("[COD-7] a wrong amount found at the door is corrected and open again; what the ledger names is not removed", async () => {
  const { id, code } = await bookCollect(opened, await makePayee(opened), 5000, "failed");
  expect(await collect(code, { reason: "disputed" })).toEqual({ ok: true });
  expect(await correct(id, "")).toMatchObject({
    errors: { collect: expect.stringContaining("cannot remove the amount") },
  });
  expect(await correct(id, "4000")).toMatchObject({ changed: true });
  expect(await termsOf(id)).toMatchObject({ amountKobo: 4000 * NAIRA, recordedAt: null });
  await deliver(id);
  expect(await collect(code, { kobo: 4000 * NAIRA })).toEqual({ ok: true });
  await db.update(bookings).set({ status: "failed", deliveredAt: null }).where(eq(bookings.id, id));
  expect(await correct(id, "4500")).toMatchObject({
    errors: { collect: expect.stringContaining("₦4,000 was collected already") },
  });
});

test("[COD-7] the amount of a store's order goes to the store, no matter who booked", async () => {
  const owner = await makeOwner(services);
  const store = await makeStore(services, owner.person.id);
  const actor = { owner, storeId: store.id };
  const product = await makeProduct(services, store.id);
  const order = await makeOrder(services, store.id, [{ product, quantity: 1 }]);
  const { id } = await bookCollect(opened, await makePayee(opened), 0, "pending");
  await db.update(bookings).set({ orderId: order.id }).where(eq(bookings.id, id));
  expect(await correct(id, "5000")).toMatchObject({ errors: { collect: expect.any(String) } });
  await saveBankAccount(services, actor, ACCOUNT);
  expect(await correct(id, "5000")).toMatchObject({ changed: true });
  expect((await termsOf(id))?.payeeId).toBe((await readOwnPayee(db, actor))?.id);
});

test("[COD-7] an amount that is corrected while it is collected is one or the other", async () => {
  const payee = await makePayee(opened);
  const rows = await Promise.all([1, 2, 3, 4].map(() => bookCollect(opened, payee, 5000, "in_transit")));
  for (const { id, code } of rows) {
    const [corrected] = await Promise.all([
      correct(id, "4000"),
      deliver(id).then(() => collect(code, { kobo: 5000 * NAIRA })),
    ]);
    const terms = await termsOf(id);
    expect(terms?.amountKobo).toBe((corrected.ok && corrected.changed ? 4000 : 5000) * NAIRA);
    expect(terms?.collectedKobo).toBeLessThanOrEqual(terms!.amountKobo);
  }
});

test("[COD-6] [SETTLE-3] the reference of a reversed collection or payout can be recorded again, once", async () => {
  const payee = await makePayee(opened);
  const { id: payeeId } = (await readOwnPayee(db, payee))!;
  const wrong = await bookCollect(opened, payee, 5000);
  const right = await bookCollect(opened, payee, 5000);
  const slip = { kobo: 5000 * NAIRA, method: "pos", reference: "Slip 9" } as const;
  expect(await collect(wrong.code, slip)).toEqual({ ok: true });
  expect(await collect(right.code, slip)).toMatchObject({ code: "conflict" });
  const [entry] = (await readCollection(db, wrong.id))!.entries;
  const reversal = { code: wrong.code, entryId: entry!.id, reversalReason: "Another parcel's slip" };
  expect(await reverseCollection(services, superAdmin, reversal, randomUUID())).toEqual({ ok: true });
  expect(await collect(right.code, slip)).toEqual({ ok: true });
  expect((await readCollection(db, right.id))!.entries).toMatchObject([{ reference: "SLIP9 #2" }]);
  expect(await collect(wrong.code, slip)).toMatchObject({
    errors: { reference: "This reference is recorded already." },
  });
  const pay = () => payOutTo(opened, superAdmin, { id: payeeId, amount: 1000 * NAIRA, reference: "FT 77" });
  expect(await pay()).toEqual({ ok: true });
  expect(await pay()).toMatchObject({ code: "conflict" });
  const entryId = await newestEntryId(db, payeeId);
  await reversePayout(
    services,
    superAdmin,
    { id: payeeId, entryId, reversalReason: "Came back" },
    randomUUID(),
  );
  expect(await pay()).toEqual({ ok: true });
  expect(await pay()).toMatchObject({ errors: { reference: expect.any(String) } });
});
