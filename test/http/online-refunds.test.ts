/** Refunds and disputes of online payments over HTTP: the provider's messages, the ledger, and the pages of staff. */
import { and, eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { activityLogs, bookings, onlinePayments, payments } from "../../app/platform/db/schema.ts";
import { openOnline } from "../fixtures/online-payments.ts";
import { sign } from "../fixtures/paystack.ts";

const { provider, app, began, tell } = await openOnline();
const { db } = app.services;
const SOON = { timeout: 15_000 };

afterEach(() => provider.behave("well"));

const attemptOf = async (ref: string) =>
  (await db.select().from(onlinePayments).where(eq(onlinePayments.reference, ref)))[0];
const rowsOf = (ref: string) =>
  db
    .select({ kobo: payments.kobo, direction: payments.direction, by: payments.byName })
    .from(payments)
    .innerJoin(onlinePayments, eq(onlinePayments.bookingId, payments.bookingId))
    .where(eq(onlinePayments.reference, ref))
    .orderBy(payments.at, payments.direction);
const settled = (ref: string) =>
  expect.poll(async () => (await attemptOf(ref))?.returnsCheckAt, SOON).toBeNull();
const news = (ref: string, event: string) => tell(provider.message(ref, event));

async function paidOnline() {
  const { transaction, ...booking } = await began();
  const ref = transaction.reference;
  transaction.status = "success";
  await news(ref, "charge.success");
  await expect.poll(async () => (await attemptOf(ref))?.state, SOON).toBe("paid");
  const moneyPage = async () =>
    (await (await app.admin("support")).ask(`/admin/bookings/${booking.code}/money`)).text;
  return { ...booking, ref, moneyPage };
}

test("[ONLINE-4] a whole refund reverses the payment once, however often and in whatever order it is told; a forged message asks nothing", async () => {
  const { ref, sender, receipt, moneyPage } = await paidOnline();
  provider.refund(ref, 645_000);
  const { raw } = provider.message(ref, "refund.processed");
  for (const signature of [sign(raw, "sk_test_another"), "0".repeat(128), ""])
    expect((await tell({ raw, headers: { "x-paystack-signature": signature } })).status).toBe(401);
  expect((await attemptOf(ref))?.returnsCheckAt).toBeNull();
  expect(await rowsOf(ref)).toHaveLength(1);
  const events = ["refund.processed", "refund.processed", "refund.pending", "charge.success"];
  for (const answer of await Promise.all(events.map((event) => news(ref, event))))
    expect(answer).toMatchObject({ status: 200, text: "ok" });
  await expect.poll(async () => (await rowsOf(ref)).length, SOON).toBe(2);
  await news(ref, "refund.processed");
  await settled(ref);
  expect(await rowsOf(ref)).toEqual([
    { kobo: 645_000, direction: "in", by: "Paystack" },
    { kobo: 645_000, direction: "out", by: "Paystack" },
  ]);
  const page = await moneyPage();
  for (const shown of ["The provider paid all of it back. The payment is reversed.", "₦6,450 left to pay"])
    expect(page).toContain(shown);
  expect((await sender.ask(receipt)).text).not.toContain("Paid in full");
});

test("[ONLINE-4] a refund that failed changes nothing; a part is shown to staff, who reverse by hand", async () => {
  const { ref, moneyPage } = await paidOnline();
  const refund = provider.refund(ref, 100_000, "failed");
  await news(ref, "refund.failed");
  await settled(ref);
  expect(await moneyPage()).not.toContain("The provider paid");
  refund.status = "processed";
  await news(ref, "refund.processed");
  await expect
    .poll(moneyPage, SOON)
    .toContain("The provider paid back ₦1,000. Reverse the payment, then record");
  expect(await rowsOf(ref)).toHaveLength(1);
});

test("[ONLINE-4] a dispute is shown on the booking's money page and is in the log once, and so is its end", async () => {
  const { ref, code, sender, receipt, moneyPage } = await paidOnline();
  const steps = [
    ["charge.dispute.create", "awaiting-merchant-feedback", null, "The payer disputes this payment"],
    ["charge.dispute.remind", "pending", null, "The payer disputes this payment"],
    ["charge.dispute.resolve", "resolved", "declined", "It was decided in our favour."],
  ] as const;
  for (const [event, status, resolution, shown] of steps) {
    provider.dispute(ref, status, resolution);
    await news(ref, event);
    await expect.poll(moneyPage, SOON).toContain(shown);
  }
  await settled(ref);
  expect(await rowsOf(ref)).toHaveLength(1);
  const [booking] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  const logged = await db
    .select()
    .from(activityLogs)
    .where(and(eq(activityLogs.action, "payment_dispute"), eq(activityLogs.entityId, booking!.id)))
    .orderBy(activityLogs.createdAt);
  expect(logged.map(({ adminName, description }) => `${adminName}: ${description}`)).toEqual([
    `Paystack: ${code}: the payer disputes the online payment, ₦6,450, reference ${ref}`,
    `Paystack: ${code}: the dispute about the online payment was declined, ₦6,450, reference ${ref}`,
  ]);
  const log = await (await app.admin("super_admin")).ask("/admin/activity-logs?action=payment_dispute");
  expect(log.text).toContain("Payment dispute");
  for (const page of [`/track?code=${code}`, receipt])
    expect((await sender.ask(page)).text).not.toMatch(/dispute/i);
  expect((await app.visitor().ask(`/track?code=${code}`)).text).not.toMatch(/dispute/i);
});
