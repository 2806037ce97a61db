/** Paying online on a real database, against a fake server that follows the provider's documentation. */
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { startTestPaystack } from "../../../test/fixtures/paystack.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { asGuest } from "../../access/actors.server.ts";
import { DELETED_SENDER } from "../../domain/erased.ts";
import { activityLogs, bookings, onlinePayments, payments } from "../../platform/db/schema.ts";
import { paystack } from "../../platform/online-payments/paystack.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { payOnlineOf, startOnlinePayment } from "./online-payments.server.ts";
import { settleOnReturn } from "./settle-on-return.server.ts";
import { closePaymentProblem, listPaymentProblems } from "./payment-problems.server.ts";
import { recordPayment } from "./payments.server.ts";
import { readMoney } from "./receipt.server.ts";
import { settleDue } from "../online-payments/due-online.server.ts";
import { notePaid, pauseMs, settleOnline } from "./settle-online.server.ts";

const provider = await closedAfterAll(startTestPaystack());
const { opened, services, clock, db } = await fileServices({ limitsFactor: 1000, paystack: provider.access });
const moderator = await makeAdmin(opened, "moderator");
const guest = asGuest("127.0.0.1");
const NAIRA = 100;
const MINUTE = 60_000;
const WAY = { returnTo: "http://localhost:3000/r/paid", cancelTo: "http://localhost:3000/r" };

beforeEach(async () => {
  provider.behave("well");
  await db.update(onlinePayments).set({ nextCheckAt: null });
});

async function priced() {
  const { id, trackingCode: code } = await bookOne(opened);
  await setPrice(services, moderator, { code, price: 5000 * NAIRA, note: "", seen: 0 }, randomUUID());
  return { id, code };
}
const start = (code: string, given = services) => startOnlinePayment(given, guest, { code, ...WAY });
const attemptsOf = (id: string) =>
  db.select().from(onlinePayments).where(eq(onlinePayments.bookingId, id)).orderBy(onlinePayments.createdAt);
async function began() {
  const booking = await priced();
  const started = await start(booking.code);
  if (!started.ok) throw new Error(JSON.stringify(started.errors));
  const [attempt] = await attemptsOf(booking.id);
  return { ...booking, attempt: attempt!, page: started.page, transaction: provider.newest() };
}
const state = async (of: string) =>
  (await db.select().from(onlinePayments).where(eq(onlinePayments.id, of)))[0]!;
const cash = (code: string, amount: number) =>
  recordPayment(services, moderator, { code, method: "cash", amount }, randomUUID());

test("[ONLINE-1] what is left is announced, as the database has it, under a reference that nobody can guess", async () => {
  const { id, code } = await priced();
  await cash(code, 2000 * NAIRA);
  const started = await start(code);
  expect(started).toMatchObject({ ok: true, page: expect.stringContaining("/checkout/") });
  const { reference, ...announced } = provider.newest();
  expect(announced).toMatchObject({ amount: 3000 * NAIRA, callbackUrl: WAY.returnTo });
  expect(reference).toMatch(/^ONA-[0-9A-F]{32}$/);
  expect(await readMoney(db, id)).toMatchObject({ paidKobo: 2000 * NAIRA });
});

test("[ONLINE-1] the same page is given again for the same amount; another amount or half an hour later it is a new one", async () => {
  const { id, code, page } = await began();
  expect(await start(code)).toEqual({ ok: true, page });
  expect(await attemptsOf(id)).toHaveLength(1);
  await cash(code, 1000 * NAIRA);
  expect((await start(code)).ok).toBe(true);
  expect(provider.newest().amount).toBe(4000 * NAIRA);
  clock.pass(31 * MINUTE);
  await start(code);
  expect((await attemptsOf(id)).map(({ kobo }) => kobo / NAIRA)).toEqual([5000, 4000, 4000]);
});

test("[ONLINE-1] two forms at once open one page", async () => {
  const { id, code } = await priced();
  const both = await Promise.all([start(code), start(code)]);
  expect(await attemptsOf(id)).toHaveLength(1);
  expect(both.filter(({ ok }) => ok).length).toBeGreaterThan(0);
  for (const one of both) if (!one.ok) expect(one.code).toBe("conflict");
});

test("[ONLINE-1] nothing left, an unknown code, a deleted sender, and where it is off: refused", async () => {
  const { id, code } = await priced();
  await cash(code, 5000 * NAIRA);
  for (const owesNothing of [code, (await bookOne(opened)).trackingCode])
    expect(await start(owesNothing)).toMatchObject({ code: "conflict" });
  expect(await start("OD00000000NG")).toMatchObject({ code: "not_found" });
  expect(await payOnlineOf(services, code)).toBeNull();
  const other = await priced();
  expect(await payOnlineOf(services, other.code)).toMatchObject({ provider: "Paystack", test: true });
  const off = { ...services, online: null };
  expect(await payOnlineOf(off, other.code)).toBeNull();
  expect(await start(other.code, off)).toMatchObject({ code: "not_found" });
  await db.update(bookings).set(DELETED_SENDER).where(eq(bookings.id, other.id));
  expect(await start(other.code)).toMatchObject({ code: "conflict" });
  expect(await attemptsOf(id)).toEqual([]);
});

test("[ONLINE-1] a provider that hangs or fails: nothing is taken, and the next try has a new reference", async () => {
  const { id, code } = await priced();
  const impatient = { ...services, online: paystack(provider.access, 100) };
  provider.behave("hanging");
  const hung = await start(code, impatient);
  expect(!hung.ok && [hung.code, hung.errors["form"]]).toEqual([
    "unavailable",
    expect.stringContaining("Nothing"),
  ]);
  provider.behave(500);
  expect(await start(code)).toMatchObject({ code: "unavailable" });
  provider.behave("well");
  expect((await start(code)).ok).toBe(true);
  const attempts = await attemptsOf(id);
  expect(attempts.map((one) => one.state).toSorted()).toEqual(["not_paid", "not_paid", "open"]);
  expect(new Set(attempts.map(({ reference }) => reference)).size).toBe(3);
});

test("[ONLINE-2] message, return and check at once, in any number: one row in the ledger, one receipt", async () => {
  const { id, code, attempt, transaction } = await began();
  transaction.status = "success";
  await Promise.all([
    ...Array.from({ length: 8 }, () => settleOnline(services, attempt.id)),
    ...Array.from({ length: 4 }, () => settleOnReturn(services, guest, code)),
    notePaid(services, attempt.reference).then(() => settleDue(services)),
  ]);
  expect(await readMoney(db, id)).toMatchObject({
    paidKobo: 5000 * NAIRA,
    payments: [{ method: "online", byName: "Paystack", reference: attempt.reference, byUserId: null }],
  });
  expect(await state(attempt.id)).toMatchObject({ state: "paid", nextCheckAt: null, checkoutUrl: null });
  const logged = await db
    .select()
    .from(activityLogs)
    .where(and(eq(activityLogs.action, "record_payment"), eq(activityLogs.adminName, "Paystack")));
  expect(logged).toMatchObject([{ description: `${code}: ₦5,000, Online`, entityId: id }]);
  const receipts = async () =>
    (await opened.mails(0)).filter((mail) => mail.kind === "booking_paid" && mail.bookingId === id).length;
  await expect.poll(receipts, { timeout: 10_000 }).toBe(1);
  // A repeated message of the provider triggers no further request.
  expect(await notePaid(services, attempt.reference)).toBe(false);
});

test.each([
  ["wrong_amount", { amount: 4999 * NAIRA }],
  ["wrong_amount", { amount: 5001 * NAIRA }],
  ["wrong_amount", { amount: 0 }],
  ["wrong_currency", { currency: "USD" }],
] as const)("[ONLINE-3] %s: %o is a problem for staff and no payment", async (problem, came) => {
  const { id, attempt, transaction } = await began();
  Object.assign(transaction, { status: "success", ...came });
  expect(await settleOnline(services, attempt.id)).toBe("problem");
  expect(await settleOnline(services, attempt.id)).toBe("problem");
  expect(await readMoney(db, id)).toMatchObject({ paidKobo: 0, payments: [] });
  const { amount, currency } = transaction;
  expect(await state(attempt.id)).toMatchObject({
    problem,
    receivedAmount: amount,
    receivedCurrency: currency,
  });
});

test("[ONLINE-3] what was paid otherwise meanwhile is a problem too; staff close it once, with what they did", async () => {
  const { id, code, attempt, transaction } = await began();
  await cash(code, 1 * NAIRA);
  transaction.status = "success";
  expect(await settleOnline(services, attempt.id)).toBe("problem");
  expect(await readMoney(db, id)).toMatchObject({ paidKobo: 1 * NAIRA });
  const listed = (await listPaymentProblems(db)).find((one) => one.id === attempt.id);
  expect([await payOnlineOf(services, code), (await start(code)).ok]).toEqual([null, false]);
  expect(listed).toMatchObject({ code, problem: "not_owed", receivedAmount: 5000 * NAIRA });
  const close = (note: string, admin = moderator) =>
    closePaymentProblem(services, admin, { code, problemId: attempt.id, note }, randomUUID());
  const support = await makeAdmin(opened, "support");
  expect(await close("Paid back", support)).toMatchObject({ code: "forbidden" });
  expect(await close("")).toMatchObject({ code: "invalid" });
  expect(await close("Paid back at Paystack")).toEqual({ ok: true });
  expect(await close("Again")).toMatchObject({ code: "conflict" });
  expect((await start(code)).ok).toBe(true);
  expect((await listPaymentProblems(db)).some((one) => one.id === attempt.id)).toBe(false);
  expect(await state(attempt.id)).toMatchObject({ closedNote: "Paid back at Paystack" });
});

test("[ONLINE-2] an undecided payment is asked about every five minutes, later every hour, and given up after three days", async () => {
  const { id, attempt } = await began();
  const asked = () => provider.calls.filter((call) => call.endsWith(attempt.reference)).length;
  for (let times = 1; times <= 3; times++) {
    clock.pass(5 * MINUTE);
    await settleDue(services);
    expect(asked()).toBe(times);
  }
  expect(await state(attempt.id)).toMatchObject({ state: "open" });
  expect([0, 60, 1440].map((age) => pauseMs(age * MINUTE) / MINUTE)).toEqual([5, 60, 360]);
  clock.pass(72 * 60 * MINUTE);
  await settleDue(services);
  expect(await state(attempt.id)).toMatchObject({ state: "not_paid", nextCheckAt: null });
  // Money that arrives after the attempt was given up still counts.
  provider.transactions.get(attempt.reference)!.status = "success";
  expect(await notePaid(services, attempt.reference)).toBe(true);
  await settleDue(services);
  expect(await readMoney(db, id)).toMatchObject({ paidKobo: 5000 * NAIRA });
});

test("[ONLINE-2] a payment that failed may be tried again on the provider's page, and then counts", async () => {
  const { id, code, attempt, transaction } = await began();
  transaction.status = "failed";
  await settleOnReturn(services, guest, code);
  expect(await state(attempt.id)).toMatchObject({ state: "not_paid" });
  transaction.status = "success";
  await settleOnReturn(services, guest, code);
  expect(await readMoney(db, id)).toMatchObject({ paidKobo: 5000 * NAIRA });
  // A reference that never reached the provider is abandoned after a minute.
  const lost = await began();
  provider.transactions.delete(lost.attempt.reference);
  expect(await settleOnline(services, lost.attempt.id)).toBe("open");
  clock.pass(2 * MINUTE);
  expect(await settleOnline(services, lost.attempt.id)).toBe("not_paid");
});

test("[ONLINE-2] while the provider does not answer nothing changes; a process that dies while it asks leaves it to the next", async () => {
  const { id, attempt, transaction } = await began();
  transaction.status = "success";
  await notePaid(services, attempt.reference);
  provider.behave(503);
  await settleDue(services);
  expect(await state(attempt.id)).toMatchObject({ state: "open" });
  provider.behave("well");
  await settleDue(services);
  expect(await readMoney(db, id)).toMatchObject({ paidKobo: 0 });
  clock.pass(30_000);
  await settleDue(services);
  expect(await readMoney(db, id)).toMatchObject({ paidKobo: 5000 * NAIRA });
});

test("[ONLINE-2] a transaction that ends before its commit records nothing, and the next one all", async () => {
  const { id, attempt, transaction } = await began();
  transaction.status = "success";
  const dying = {
    ...services,
    jobs: { ...services.jobs, addAll: () => Promise.reject(new Error("the connection ended")) },
  };
  await expect(settleOnline(dying, attempt.id)).rejects.toThrow("the connection ended");
  expect(await readMoney(db, id)).toMatchObject({ paidKobo: 0, payments: [] });
  expect(await settleOnline(services, attempt.id)).toBe("paid");
  expect(await db.select().from(payments).where(eq(payments.bookingId, id))).toHaveLength(1);
});
