/**
 * Payments online over HTTP: the pages with the button, the provider's messages, the payer's return, and the pages of
 * staff.
 */
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { onlinePayments, payments } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { openOnline } from "../fixtures/online-payments.ts";
import { sign } from "../fixtures/paystack.ts";

const { provider, app, book, began, pay, tell, WEBHOOK } = await openOnline();
const { db } = app.services;

afterEach(() => provider.behave("well"));

const ledger = (reference: string) => db.select().from(payments).where(eq(payments.reference, reference));
const paid = (reference: string) =>
  expect.poll(async () => (await ledger(reference)).length, { timeout: 10_000 }).toBe(1);

test("[ONLINE-1] the sender has the button on track page and receipt; with a bare code nobody has it", async () => {
  const { sender, code, receipt } = await book();
  for (const page of [`/track?code=${code}`, receipt]) {
    const { text } = await sender.ask(page);
    for (const shown of ["Pay online", "on the page of", "This is a test: no money is taken."])
      expect(text).toContain(shown);
  }
  expect((await app.visitor().ask(`/track?code=${code}`)).text).not.toMatch(/Pay online|Paystack|₦/);
});

test("[ONLINE-1] forms may lead to the checkout from the pages that have the button, and from no other", async () => {
  const { sender, code, receipt } = await book();
  const formsOf = async (path: string) =>
    /form-action ([^;]+)/.exec((await sender.ask(path)).headers.get("Content-Security-Policy") ?? "")?.[1];
  for (const page of [`/track?code=${code}`, receipt])
    expect(await formsOf(page)).toBe(`'self' ${provider.access.url}`);
  for (const page of ["/", "/book", "/contact", "/nowhere"]) expect(await formsOf(page)).toBe("'self'");
});

test("[ONLINE-1] the amount is what is left, whatever the form says", async () => {
  const { sender, receipt } = await book();
  const sent = await pay(sender, receipt, {
    amount: "1",
    kobo: "100",
    reference: "MINE",
    email: "a@b.example",
  });
  expect(sent.location).toMatch(new RegExp(`^${provider.access.url}/checkout/`));
  expect(provider.newest()).toMatchObject({ amount: 645_000, email: BODY.senderEmail });
  expect(provider.newest().callbackUrl).toBe(`${app.services.origin}${receipt}/paid`);
  expect((await pay(app.visitor(), "/receipts/OD00000000NG.no")).status).toBe(404);
});

test("[ONLINE-1] a provider that fails: a clear message, nothing lost, and it can be tried again", async () => {
  const { sender, receipt } = await book();
  provider.behave(500);
  const failed = await pay(sender, receipt);
  expect(failed.status).toBe(503);
  expect(failed.text).toContain("Paystack is not answering. Nothing was taken.");
  provider.behave("well");
  expect((await pay(sender, receipt)).location).toContain("/checkout/");
});

test("[ONLINE-2] a message before the return, repeated and after it: one payment", async () => {
  const { sender, receipt, transaction } = await began();
  transaction.status = "success";
  const message = provider.message(transaction.reference);
  expect(await tell(message)).toMatchObject({ status: 200, text: "ok" });
  await paid(transaction.reference);
  for (let times = 0; times < 3; times++) expect((await tell(message)).status).toBe(200);
  const back = `${receipt}/paid?trxref=${transaction.reference}&reference=${transaction.reference}`;
  expect((await sender.ask(back)).location).toBe(receipt);
  const { text } = await sender.ask(receipt);
  expect(text).toContain("Paid in full");
  expect(text).not.toContain("Pay online");
  expect(await ledger(transaction.reference)).toHaveLength(1);
});

test("[ONLINE-2] a return without a message: the provider is asked, and what the address says is not read", async () => {
  const { sender, receipt, transaction } = await began();
  const back = (query: string) => sender.ask(`${receipt}/paid?${query}`);
  await back(`reference=${transaction.reference}&status=success&paid=true`);
  expect(await ledger(transaction.reference)).toEqual([]);
  expect((await sender.ask(receipt)).text).toContain("has not confirmed your payment of");
  transaction.status = "success";
  await back("reference=ANOTHER");
  expect(await ledger(transaction.reference)).toHaveLength(1);
  expect((await app.visitor().ask("/receipts/OD00000000NG.no/paid")).status).toBe(404);
});

test("[ONLINE-2] forged, unsigned and too large messages are refused; what is not about a payment of ours changes nothing", async () => {
  const { transaction } = await began();
  transaction.status = "success";
  const message = provider.message(transaction.reference);
  const signedBy = (signature: string) => ({
    raw: message.raw,
    headers: { "x-paystack-signature": signature },
  });
  for (const forged of [sign(message.raw, "sk_test_another"), "0".repeat(128), "x"])
    expect((await tell(signedBy(forged))).status).toBe(401);
  expect((await tell({ raw: message.raw, headers: {} })).status).toBe(401);
  expect((await tell({ ...message, raw: message.raw.replace("645000", "645001") })).status).toBe(401);
  const long = "x".repeat(70_000);
  expect((await tell({ raw: long, headers: { "x-paystack-signature": sign(long) } })).status).toBe(413);
  for (const other of [
    provider.message(transaction.reference, "charge.dispute.create"),
    provider.message("ONA-NEVER"),
  ])
    expect((await tell(other)).status).toBe(200);
  expect(await ledger(transaction.reference)).toEqual([]);
  expect((await app.visitor().ask(WEBHOOK)).status).toBe(404);
});

test("[ONLINE-2] a message is only a reason to ask: one that says more than the provider answers records nothing", async () => {
  const { transaction } = await began();
  expect((await tell(provider.message(transaction.reference))).status).toBe(200);
  const asked = () => provider.calls.filter((call) => call.endsWith(transaction.reference)).length;
  await expect.poll(asked, { timeout: 10_000 }).toBe(1);
  expect(await ledger(transaction.reference)).toEqual([]);
});

test("[ONLINE-2] a message is answered at once while the provider hangs", async () => {
  const { transaction } = await began();
  transaction.status = "success";
  provider.behave("hanging");
  const begin = performance.now();
  expect((await tell(provider.message(transaction.reference))).status).toBe(200);
  // The product waits up to 8 s for a provider that hangs, but responds to the provider's message before that.
  expect(performance.now() - begin).toBeLessThan(6000);
});

test("[ONLINE-2] [LOCK-1] messages are taken while the site is locked", async () => {
  const boss = await app.admin("super_admin");
  const lock = { intent: "activate", password: "open-sesame", confirmPassword: "open-sesame" };
  const { transaction } = await began();
  transaction.status = "success";
  await boss.send("/admin/site-lock", lock);
  expect((await app.visitor().ask("/about")).status).toBe(423);
  expect((await tell(provider.message(transaction.reference))).status).toBe(200);
  await paid(transaction.reference);
  const open = { intent: "deactivate", idempotencyKey: crypto.randomUUID() };
  expect((await boss.ask("/admin/site-lock", { form: open })).status).toBe(302);
});

test("[ONLINE-3] [STAFF-4] an amount that does not match is shown to staff, who say what they did; support only sees", async () => {
  const { sender, code, receipt, transaction } = await began();
  Object.assign(transaction, { status: "success", amount: 645_001, currency: "USD" });
  await sender.ask(`${receipt}/paid`);
  expect((await sender.ask(receipt)).text).toContain("does not match what is owed");
  const [row] = await db
    .select()
    .from(onlinePayments)
    .where(eq(onlinePayments.reference, transaction.reference));
  const [moderator, support] = [await app.admin("moderator"), await app.admin("support")];
  const page = await support.ask("/admin/payments");
  for (const shown of ["USD 6450.01", transaction.reference, "The money came in another currency"])
    expect(page.text).toContain(shown);
  const done = (who: Visitor, note: string) =>
    who.send("/admin/payments", { intent: "problem-done", problemId: row!.id, code, note });
  expect((await done(support, "Paid back")).status).toBe(403);
  expect((await done(moderator, "")).text).toContain("Write what you did.");
  expect((await done(moderator, "Paid back")).toast).toMatchObject({ title: "Marked as dealt with" });
  expect((await support.ask("/admin/payments")).text).not.toContain(transaction.reference);
});

test("[SYS-1] [ONLINE-1] the system page says with what it was tried; where it is off there is nothing of it", async () => {
  const text = async (of: typeof app) => (await (await of.admin("super_admin")).ask("/admin/system")).text;
  const on = await text(app);
  for (const shown of [
    "test key: no money moves",
    "Tested against its documentation, not with the live service",
    `${app.services.origin}${WEBHOOK}`,
  ])
    expect(on).toContain(shown);
  expect(on).not.toContain(provider.access.secretKey);
  const off = await openTestApp();
  try {
    expect(await text(off)).toContain("Off (PAYSTACK_SECRET_KEY)");
    const { raw, headers } = provider.message("ONA-NEVER");
    expect((await off.visitor().ask(WEBHOOK, { raw, headers, method: "POST" })).status).toBe(404);
    const policy = (await off.visitor().ask("/track")).headers.get("Content-Security-Policy");
    expect(policy).toMatch(/form-action 'self';/);
  } finally {
    await off.close();
  }
});
