/**
 * ONLINE-4 on a real database: a refund is recorded once, in whatever order messages arrive and even if a process
 * stops.
 */
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { withCommits } from "../../../test/fixtures/commits.ts";
import { counted, storedMoney, recountMoney } from "../../../test/fixtures/money-recount.ts";
import { startTestPaystack } from "../../../test/fixtures/paystack.ts";
import { wrongBalances } from "../../../test/fixtures/recount.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { asGuest } from "../../access/actors.server.ts";
import { activityLogs, onlinePayments } from "../../platform/db/schema.ts";
import { KEEP_DAYS } from "../../../server/keep-days.ts";
import { purgeExpired } from "../../../server/retention.ts";
import type { Services } from "../../platform/services.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { settleDue } from "../online-payments/due-online.server.ts";
import { startOnlinePayment } from "./online-payments.server.ts";
import { paymentsOf, reversePayment } from "./payments.server.ts";
import { notePaid, settleOnline } from "./settle-online.server.ts";
import { noteReturns, returnsOf, settleReturns } from "./settle-returns.server.ts";

const provider = await closedAfterAll(startTestPaystack());
const { opened, services, db, moderator, superAdmin } = await openWithStaff(1000, {
  paystack: provider.access,
});
const { clock } = opened;
const KOBO = 500_000;
const HOUR = 60 * 60 * 1000;
const WAY = { returnTo: "http://localhost:3000/r/paid", cancelTo: "http://localhost:3000/r" };

beforeEach(async () => {
  provider.behave("well");
  await db.update(onlinePayments).set({ nextCheckAt: null, returnsCheckAt: null });
});

/** A booking that the sender has paid at the provider, while the server does not know about the payment yet. */
async function paidThere(came: object = {}) {
  const { id, trackingCode: code } = await bookOne(opened);
  await setPrice(services, moderator, { code, price: KOBO, note: "", seen: 0 }, randomUUID());
  await startOnlinePayment(services, asGuest("127.0.0.1"), { code, ...WAY });
  const transaction = Object.assign(provider.newest(), { status: "success", ...came });
  const ref = transaction.reference;
  const row = async () =>
    (await db.select().from(onlinePayments).where(eq(onlinePayments.reference, ref)))[0]!;
  const attemptId = (await row()).id;
  const directions = async () => (await paymentsOf(db, id)).map(({ direction }) => direction).toSorted();
  return { id, code, ref, attemptId, transaction, row, directions };
}
async function paidHere() {
  const paid = await paidThere();
  expect(await settleOnline(services, paid.attemptId)).toBe("paid");
  return paid;
}
/** Delivers a message of the provider, and then runs the checks that are due because of the message. */
async function receiveMessage(ref: string, as: Services = services) {
  expect(await noteReturns(services, ref)).toBe(true);
  await settleDue(as);
}
const shown = (id: string) => returnsOf(db, id);

test("[ONLINE-4] [REPORT-1] parts that add up to the whole: one reversal, in the log, and in the daily numbers of money", async () => {
  const { id, code, ref, row, directions } = await paidHere();
  const [first, second] = [provider.refund(ref, 200_000), provider.refund(ref, 300_000, "pending")];
  await receiveMessage(ref);
  expect(await directions()).toEqual(["in"]);
  expect(await shown(id)).toMatchObject([{ refundedAmount: 200_000, dispute: null }]);
  // The provider sends no further message, so the periodic check asks again.
  second.status = "processed";
  clock.pass(5 * HOUR);
  await settleDue(services);
  expect(await directions()).toEqual(["in"]);
  clock.pass(1 * HOUR);
  await settleDue(services);
  expect(await paymentsOf(db, id)).toMatchObject([
    { direction: "out", kobo: KOBO, reference: `REFUND ${first.id} ${second.id}`, byName: "Paystack" },
    { direction: "in", kobo: KOBO, reference: ref },
  ]);
  expect(await row()).toMatchObject({
    ...{ refundedAmount: KOBO, returnsCheckAt: null, state: "paid" },
    ...{ closedAt: null, closedNote: null },
  });
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.action, "reverse_payment"));
  expect(logged).toMatchObject([
    { adminName: "Paystack", description: `${code}: reversed ₦5,000, Online`, entityId: id },
  ]);
  const [is, should] = [await storedMoney(db), await recountMoney(db)];
  expect(counted(is.days)).toEqual(counted(should.days));
  expect(counted(is.days)["2026-11-21 reversed online"]).toEqual({ kobo: KOBO, vatKobo: 0, n: 1 });
  expect(await wrongBalances(db)).toEqual([]);
});

test("[ONLINE-4] messages and checks at once, in any number: one reversal", async () => {
  const { ref, attemptId, directions } = await paidHere();
  provider.refund(ref, KOBO);
  await noteReturns(services, ref);
  await Promise.all([
    ...Array.from({ length: 8 }, () => settleReturns(services, attemptId)),
    ...Array.from({ length: 4 }, () => receiveMessage(ref)),
    notePaid(services, ref),
  ]);
  await receiveMessage(ref);
  expect(await directions()).toEqual(["in", "out"]);
});

test("[ONLINE-4] a refund before the payment was asked about: nothing is recorded as paid, then or later; a part is shown", async () => {
  const whole = await paidThere();
  provider.refund(whole.ref, KOBO);
  await receiveMessage(whole.ref);
  await notePaid(services, whole.ref);
  await settleDue(services);
  expect(await whole.row()).toMatchObject({ state: "not_paid", refundedAmount: KOBO });
  expect(await whole.directions()).toEqual([]);
  const part = await paidThere();
  provider.refund(part.ref, 100);
  await receiveMessage(part.ref);
  expect(await part.directions()).toEqual([]);
  expect(await shown(part.id)).toMatchObject([{ refundedAmount: 100, kobo: KOBO }]);
  // The payment is recorded although the provider has begun a refund. It is reversed once the refund is done.
  const late = await paidThere();
  const refund = provider.refund(late.ref, KOBO, "processing");
  await receiveMessage(late.ref);
  expect(await late.directions()).toEqual(["in"]);
  refund.status = "processed";
  await receiveMessage(late.ref);
  expect(await late.directions()).toEqual(["in", "out"]);
});

test("[ONLINE-3] [ONLINE-4] what came in another amount or currency and was paid back is shown, and no row of the ledger", async () => {
  for (const came of [{ amount: KOBO + 1 }, { currency: "USD" }]) {
    const { id, ref, transaction, row, directions } = await paidThere(came);
    provider.refund(ref, transaction.amount);
    transaction.status = "success";
    await receiveMessage(ref);
    expect(await row()).toMatchObject({ state: "problem", refundedAmount: transaction.amount });
    expect(await directions()).toEqual([]);
    expect(await shown(id)).toMatchObject([{ receivedCurrency: transaction.currency }]);
  }
});

test("[ONLINE-4] a payment that staff reversed by hand is not reversed again", async () => {
  const { id, code, ref, directions } = await paidHere();
  const [paid] = await paymentsOf(db, id);
  const reversal = { code, paymentId: paid!.id, reason: "Paid back at Paystack" };
  expect(await reversePayment(services, superAdmin, reversal, randomUUID())).toEqual({ ok: true });
  provider.refund(ref, KOBO);
  await receiveMessage(ref);
  expect(await directions()).toEqual(["in", "out"]);
  expect(await noteReturns(services, "ONA-NEVER")).toBe(false);
});

test("[ONLINE-4] a provider that fails and a process that ends before its commit leave it to the next, which records all", async () => {
  const { ref, row, directions } = await paidHere();
  provider.refund(ref, KOBO);
  provider.dispute(ref, "pending", null);
  provider.behave(503);
  await receiveMessage(ref);
  provider.behave("well");
  const db = withCommits(services.db, () => Promise.reject(new Error("the process ended")));
  const dying: Services = { ...services, db };
  await receiveMessage(ref, dying);
  expect(await directions()).toEqual(["in"]);
  expect(await row()).toMatchObject({ refundedAmount: null, dispute: null });
  clock.pass(30_000);
  await settleDue(services);
  expect(await directions()).toEqual(["in", "out"]);
  expect(await row()).toMatchObject({ refundedAmount: KOBO, dispute: "open" });
});

test("[ONLINE-4] an answer that was asked for before the newest message does not count", async () => {
  const { ref, row, directions } = await paidHere();
  const { online } = services;
  const slow: Services = {
    ...services,
    online: online && {
      ...online,
      async askReturns(reference) {
        const answer = await online.askReturns(reference);
        provider.refund(ref, KOBO);
        clock.pass(1000);
        await noteReturns(services, reference);
        return answer;
      },
    },
  };
  await noteReturns(services, ref);
  await settleReturns(slow, (await row()).id);
  expect((await row()).returnsCheckAt).not.toBeNull();
  await settleDue(services);
  expect(await directions()).toEqual(["in", "out"]);
});

test("[ONLINE-4] a dispute is in the log once, and is asked about until it ends", async () => {
  const { id, ref, row, directions } = await paidHere();
  provider.dispute(ref, "awaiting-bank-feedback", null);
  for (let times = 0; times < 2; times++) await receiveMessage(ref);
  expect(await row()).toMatchObject({
    dispute: "open",
    returnsCheckAt: expect.any(Date),
    refundedAmount: null,
  });
  expect(await shown(id)).toMatchObject([{ reference: ref, dispute: "open" }]);
  const logged = and(eq(activityLogs.action, "payment_dispute"), eq(activityLogs.entityId, id));
  expect(await db.$count(activityLogs, logged)).toBe(1);
  // A refund in another currency changes nothing. The dispute stays open if the provider's response does not contain
  // the dispute.
  const refunds = [{ id: "1", amount: KOBO, currency: "USD" }];
  const askReturns = () => Promise.resolve({ refunds, dispute: null, undecided: true });
  await receiveMessage(ref, { ...services, online: { ...services.online!, askReturns } });
  expect(await row()).toMatchObject({ dispute: "open" });
  expect(await directions()).toEqual(["in"]);
  provider.dispute(ref, "resolved", "merchant-accepted");
  clock.pass(6 * HOUR);
  await settleDue(services);
  expect(await row()).toMatchObject({ dispute: "lost", returnsCheckAt: null });
});

test("[RUN-6] an attempt that was paid back or disputed stays; another that was not paid goes after a year", async () => {
  const [back, unpaid] = [await paidThere(), await paidThere({ status: "failed" })];
  provider.refund(back.ref, KOBO);
  await receiveMessage(back.ref);
  expect(await settleOnline(services, unpaid.attemptId)).toBe("not_paid");
  clock.pass((KEEP_DAYS.onlineAttempts + 1) * 24 * HOUR);
  await purgeExpired(services);
  expect(await back.row()).toMatchObject({ state: "not_paid", refundedAmount: KOBO });
  expect(await unpaid.row()).toBeUndefined();
});
