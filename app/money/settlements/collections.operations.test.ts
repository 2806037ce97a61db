/** Cash on delivery on a real database: requests, recorded collections, and the amounts owed to payees. */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { BODY } from "../../../test/fixtures/booking-form.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { ACCOUNT, bookCollect, makeCustomer, makePayee, NAIRA } from "../../../test/fixtures/settlements.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { SAW_ALL } from "../../../test/fixtures/saw-all.ts";
import { asCustomer, asGuest } from "../../access/actors.server.ts";
import { bookAtCounter, createBooking } from "../../parcels/bookings/create-booking.server.ts";
import {
  activityLogs,
  cashOnDelivery,
  bookings,
  payees,
  settlementEntries,
} from "../../platform/db/schema.ts";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { plainNaira } from "../../domain/money.ts";
import { readCollection, recordCollection, reverseCollection } from "./collections.server.ts";
import { readOwnPayee, saveBankAccount } from "./payees.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff();

type Collected = { kobo?: number; method?: string; reference?: string; reason?: string; note?: string };
const collect = (
  code: string,
  { kobo = 0, ...more }: Collected = {},
  key: string = randomUUID(),
  who = moderator,
) => {
  const form = { ...SAW_ALL, code, method: "cash", amount: plainNaira(kobo), ...more };
  return recordCollection.receive(services, who, form, key);
};
const ask = (actor: Admin | Customer | Guest, text: string, more: Record<string, string> = {}) => {
  const form = { ...BODY, collect: text, ...more };
  return actor.kind === "admin"
    ? bookAtCounter.receive(services, actor, form, randomUUID())
    : createBooking.receive(services, actor, form, randomUUID());
};
const termsOf = async (code: string) => {
  const [row] = await db
    .select()
    .from(cashOnDelivery)
    .innerJoin(bookings, eq(bookings.id, cashOnDelivery.bookingId))
    .where(eq(bookings.trackingCode, code));
  return row?.cash_on_delivery;
};

test("[COD-1] without handling in a price list nobody may ask for it, and no booking has it", async () => {
  const payee = await makePayee(opened);
  expect(await ask(payee, "5000")).toMatchObject({
    code: "invalid",
    errors: { collect: "We do not collect money from receivers now." },
  });
  expect(await ask(payee, "")).toMatchObject({ ok: true });
  expect(await db.select().from(cashOnDelivery)).toEqual([]);
  await publishSamples(opened);
});

test("[COD-1] [COD-2] a guest, a customer without a bank account and amounts out of bounds are refused beside the field", async () => {
  const guest = asGuest("127.0.0.1");
  const payee = await makePayee(opened);
  const bare = await makeCustomer(opened);
  for (const [actor, text, error] of [
    [guest, "5000", "Sign in first"],
    [bare, "5000", "Add your bank account first"],
    [payee, "5000000.01", "at most ₦5,000,000"],
    [payee, "-1", "Enter a price"],
    [payee, "1e3", "Enter a price"],
    [moderator, "5000", "needs an account here"],
  ] as const)
    expect(await ask(actor, text)).toMatchObject({
      code: "invalid",
      errors: { collect: expect.stringContaining(error) },
    });
  expect(await ask(payee, "0")).toMatchObject({ ok: true });
  expect(await db.select().from(cashOnDelivery)).toEqual([]);
});

test("[COD-1] the amount, its payee and the handling of the day are frozen onto the booking", async () => {
  const payee = await makePayee(opened);
  const { id, code } = await bookCollect(opened, payee, 5_000_000);
  const own = await readOwnPayee(db, payee);
  expect(await termsOf(code)).toMatchObject({
    payeeId: own?.id,
    amountKobo: 500_000_000,
    codFeePerMille: 15,
    codFeeMinimumKobo: 300 * NAIRA,
    collectedKobo: 0,
    recordedAt: null,
  });
  const changed = db.update(cashOnDelivery).set({ amountKobo: 1 }).where(eq(cashOnDelivery.bookingId, id));
  await expect(changed).rejects.toThrow();
  await expect(db.delete(payees).where(eq(payees.id, own!.id))).rejects.toThrow();
});

test("[COD-2] staff ask for a walk-in customer whose verified email has a bank account here", async () => {
  const payee = await makePayee(opened);
  const booked = await ask(moderator, "2500", { senderEmail: payee.person.email.toUpperCase() });
  expect(booked).toMatchObject({ ok: true });
  const terms = await termsOf(booked.ok ? booked.trackingCode : "");
  expect(terms?.payeeId).toBe((await readOwnPayee(db, payee))?.id);
});

test("[COD-2] an order's total is owed to its store; another amount and somebody else's store are refused", async () => {
  const owner = await makeOwner(services);
  const store = await makeStore(services, owner.person.id);
  const product = await makeProduct(services, store.id, { priceKobo: 7500 * NAIRA });
  const order = await makeOrder(services, store.id, [{ product, quantity: 2 }]);
  const customer = asCustomer({ ip: "127.0.0.1", sessionHash: null, person: owner.person, staff: null })!;
  const book = (text: string) => ask(customer, text, { order: order.id });
  const actor = { owner, storeId: store.id };
  expect(await book("15000")).toMatchObject({ errors: { collect: expect.stringContaining("bank account") } });
  const stranger = await makeOwner(services);
  expect(await saveBankAccount(services, { ...actor, owner: stranger }, ACCOUNT)).toMatchObject({
    code: "not_found",
  });
  expect(await saveBankAccount(services, actor, ACCOUNT)).toEqual({ ok: true });
  expect(await book("14999")).toMatchObject({ errors: { collect: "The total of the order is ₦15,000." } });
  const booked = await book("15000");
  expect(await termsOf(booked.ok ? booked.trackingCode : "")).toMatchObject({
    payeeId: (await readOwnPayee(db, actor))?.id,
    amountKobo: 15_000 * NAIRA,
  });
  expect(await readOwnPayee(db, { ...actor, owner: stranger })).toBeNull();
});

test("[COD-4] what was collected is owed less handling at once, with a log row, once for its form", async () => {
  const payee = await makePayee(opened);
  const { id, code } = await bookCollect(opened, payee, 50_000);
  const key = randomUUID();
  const twice = await Promise.all([
    collect(code, { kobo: 50_000 * NAIRA }, key),
    collect(code, { kobo: 50_000 * NAIRA }, key),
  ]);
  expect(twice).toEqual([{ ok: true }, { ok: true }]);
  expect(await collect(code, { kobo: 1 }, key)).toMatchObject({ code: "conflict" });
  expect(await collect(code, { kobo: 1 })).toMatchObject({
    errors: { amount: "Everything has been collected." },
  });
  const { terms, entries } = (await readCollection(db, id))!;
  expect(terms).toMatchObject({ collectedKobo: 50_000 * NAIRA, codFeeKobo: 750 * NAIRA });
  expect(entries).toMatchObject([{ kind: "collected", method: "cash", byName: "moderator" }]);
  expect(await readOwnPayee(db, payee)).toMatchObject({
    owedKobo: 49_250 * NAIRA,
    owedSince: services.now(),
  });
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.entityId, id));
  expect(logged).toMatchObject([
    { action: "record_collection", description: `${code}: collected ₦50,000, Cash` },
  ]);
});

test("[COD-4] support, a parcel that is not delivered, too much, POS without a reference and a known one are refused", async () => {
  const payee = await makePayee(opened);
  const { code } = await bookCollect(opened, payee, 10_000);
  const [road, other] = [
    await bookCollect(opened, payee, 10_000, "in_transit"),
    await bookCollect(opened, payee, 10_000),
  ];
  const kobo = 10_000 * NAIRA;
  const support = await makeAdmin(opened, "support");
  expect(await collect(code, { kobo }, randomUUID(), support)).toMatchObject({ code: "forbidden" });
  expect(await collect(road.code, { kobo })).toMatchObject({
    errors: { amount: "Set the booking to Delivered first." },
  });
  expect(await collect(code, { kobo: kobo + 1 })).toMatchObject({
    errors: { amount: "This is more than is left to collect: ₦10,000." },
  });
  expect(await collect(code, { kobo, method: "pos" })).toMatchObject({
    errors: { reference: expect.any(String) },
  });
  expect(await collect("OD00000000NG", { kobo })).toMatchObject({ code: "not_found" });
  expect(await collect(code, { kobo, method: "pos", reference: "slip 1" })).toEqual({ ok: true });
  expect(await collect(other.code, { kobo, method: "pos", reference: "SLIP1" })).toMatchObject({
    code: "conflict",
  });
  expect(await readOwnPayee(db, payee)).toMatchObject({ owedKobo: kobo - 300 * NAIRA });
});

test("[COD-5] less than asked needs a reason, and 'another reason' a note; nothing collected is recorded for any status", async () => {
  const payee = await makePayee(opened);
  const { id, code } = await bookCollect(opened, payee, 10_000);
  const failed = await bookCollect(opened, payee, 8000, "failed");
  const half = { kobo: 5000 * NAIRA };
  expect(await collect(code, half)).toMatchObject({ errors: { reason: expect.any(String) } });
  expect(await collect(code)).toMatchObject({ errors: { reason: expect.any(String) } });
  expect(await collect(code, { ...half, reason: "other" })).toMatchObject({
    errors: { note: expect.any(String) },
  });
  expect(await collect(code, { ...half, reason: "could_not_pay" })).toEqual({ ok: true });
  expect(await collect(code, half)).toEqual({ ok: true });
  // The amount was collected in two parts, but the minimum fee is charged only once.
  expect((await readCollection(db, id))?.terms).toMatchObject({ codFeeKobo: 300 * NAIRA });
  expect(await collect(failed.code, { reason: "refused" })).toEqual({ ok: true });
  const none = (await readCollection(db, failed.id))!;
  expect(none.terms).toMatchObject({ collectedKobo: 0, recordedAt: services.now() });
  expect(none.entries).toMatchObject([{ kind: "not_collected", grossKobo: 0, reason: "refused" }]);
});

test("[COD-6] a super admin reverses a collection once, with a reason; what is owed and the handling fall", async () => {
  const payee = await makePayee(opened);
  const { id, code } = await bookCollect(opened, payee, 10_000);
  await collect(code, { kobo: 10_000 * NAIRA });
  const [entry] = (await readCollection(db, id))!.entries;
  const reverse = (reason = "Counted twice", entryId = entry!.id) =>
    reverseCollection(services, superAdmin, { code, entryId, reversalReason: reason }, randomUUID());
  expect(await reverse("")).toMatchObject({ code: "invalid" });
  expect(await reverse("x", 999_999)).toMatchObject({ code: "not_found" });
  const both = await Promise.all([reverse(), reverse()]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await readCollection(db, id))?.terms).toMatchObject({
    collectedKobo: 0,
    codFeeKobo: 0,
    recordedAt: null,
  });
  expect(await readOwnPayee(db, payee)).toMatchObject({ owedKobo: 0, owedSince: null });
  expect(await collect(code, { kobo: 10_000 * NAIRA })).toEqual({ ok: true });
});

test("[COD-6] the database refuses to change or remove entries, one of another payee, and a reversal that does not match", async () => {
  const payee = await makePayee(opened);
  const other = await readOwnPayee(db, await makePayee(opened));
  const { id, code } = await bookCollect(opened, payee, 10_000);
  await collect(code, { kobo: 10_000 * NAIRA });
  const { terms, entries } = (await readCollection(db, id))!;
  const row = {
    payeeId: terms.payeeId,
    bookingId: id,
    method: "cash" as const,
    byName: "x",
    at: services.now(),
  };
  const insert = (more: Partial<typeof settlementEntries.$inferInsert>) =>
    db
      .insert(settlementEntries)
      .values({ actId: SOME_ACT, ...row, kind: "collected", grossKobo: 1, ...more });
  await expect(db.update(settlementEntries).set({ grossKobo: 1 })).rejects.toThrow();
  await expect(db.delete(settlementEntries)).rejects.toThrow();
  await expect(db.execute(sql`truncate settlement_entries`)).rejects.toThrow();
  await expect(insert({})).rejects.toThrow();
  await expect(insert({ payeeId: other!.id })).rejects.toThrow();
  await expect(insert({ kind: "reversed", grossKobo: -1, reverses: entries[0]!.id })).rejects.toThrow();
});
