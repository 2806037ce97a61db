/** Frozen prices, payments and receipts, over HTTP. */
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { activityLogs, bookingCharges, bookings, payments } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { wrongBalances } from "../fixtures/recount.ts";
import { SAW_ALL } from "../fixtures/saw-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const superAdmin = await app.admin("super_admin");
const { db } = app.services;

async function book(more: Record<string, string> = {}, guest = app.visitor()): Promise<string> {
  const key = await guest.keyOf("/book");
  const { location } = await guest.ask("/book", { form: { ...BODY, ...more, idempotencyKey: key } });
  return /code=(\w+)/.exec(location ?? "")![1]!;
}

const money = (code: string) => `/admin/bookings/${code}/money`;
const send = (who: Visitor, code: string, form: Record<string, string>) =>
  who.send(money(code), { ...SAW_ALL, ...form });
const receiptOf = async (code: string) =>
  /\/receipts\/[\w.-]+/.exec((await superAdmin.ask(money(code))).text)![0];
const chargesOf = async (code: string) => {
  const { id, kind, totalKobo: total, priceListVersion: version, bookingId } = bookingCharges;
  return db
    .select({ id, kind, total, version })
    .from(bookingCharges)
    .innerJoin(bookings, eq(bookings.id, bookingId))
    .where(eq(bookings.trackingCode, code))
    .orderBy(id);
};
const paymentIds = async (code: string) =>
  (
    await db
      .select({ id: payments.id })
      .from(payments)
      .innerJoin(bookings, eq(bookings.id, payments.bookingId))
      .where(and(eq(bookings.trackingCode, code), eq(payments.direction, "in")))
      .orderBy(payments.at)
  ).map(({ id }) => id);

/**
 * Waits for a mail of this kind about a booking. The test's clock stands still, so the mails have equal times and no
 * known order.
 */
async function mailAbout(code: string, kind: string, subject = "") {
  const find = async () =>
    (await app.mails(0)).find(
      (one) => one.kind === kind && one.text.includes(code) && one.subject.includes(subject),
    );
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return (await find())!;
}

describe("the price of a booking", () => {
  test("[PRICE-6] without a price list booking, receipt and mail say that we tell the price", async () => {
    const sender = app.visitor();
    const code = await book({}, sender);
    expect(await chargesOf(code)).toEqual([]);
    const mail = await mailAbout(code, "booking_made");
    const receipt = /\/receipts\/[\w.-]+/.exec(mail.text)![0];
    for (const text of [
      mail.text,
      (await sender.ask(`/track?code=${code}`)).text,
      (await app.visitor().ask(receipt)).text,
    ])
      expect(text).toContain("We will tell you the price");
    const bare = await app.visitor().ask(`/track?code=${code}`);
    expect(bare.text).not.toMatch(/₦|receipts|We will tell/);
    expect((await app.visitor().ask("/book")).text).toContain("agree the pickup time and the price");
  });

  test("[PRICE-6] [PAY-3] it is frozen with the booking, mailed with its receipt, and not on the public track page", async () => {
    await publishPrices(app);
    const sender = app.visitor();
    // A price in the form is ignored (BOOK-15).
    const forged = { price: "1", totalKobo: "1" };
    const code = await book({ deliveryType: "standard", declaredValue: "20,000", ...forged }, sender);
    expect(await chargesOf(code)).toMatchObject([{ kind: "quoted", total: 670_000, version: 1 }]);
    const mail = await mailAbout(code, "booking_made");
    expect(mail.text).toContain("₦6,700");
    const receipt = /\/receipts\/[\w.-]+/.exec(mail.text)![0];
    const page = await app.visitor().ask(receipt);
    for (const shown of ["Standard delivery, 2.5 kg", "VAT 7.5%", "Left to pay"])
      expect(page.text).toContain(shown);
    expect(page.headers.get("Cache-Control")).toContain("no-store");
    const own = await sender.ask(`/track?code=${code}`);
    expect(own.text).toContain("before we pick it up, in cash at our office");
    expect(own.text).toContain("₦6,700");
    expect(own.text).not.toContain("agree the pickup time and the price");
    expect((await sender.ask("/book")).text).not.toContain("agree the pickup time and the price");
    const track = await app.visitor().ask(`/track?code=${code}`);
    expect(track.text).not.toMatch(/₦|receipts/);
    expect((await superAdmin.ask(`/track?code=${code}`)).text).toContain(receipt);
    for (const wrong of [
      receipt.slice(0, -1),
      receipt.replace(/\.(.)/, (_, first) => (first === "a" ? ".b" : ".a")),
      `/receipts/${code}`,
    ])
      expect((await app.visitor().ask(wrong)).status).toBe(404);
    const change = db.execute(sql`update booking_charges set total_kobo = 1`);
    await expect(change).rejects.toMatchObject({ cause: { code: "23001" } });
  });
});

describe("a price on request", () => {
  test("[PRICE-7] on request: staff set a price, the sender is mailed and accepts it; a new price is shown as a difference", async () => {
    const code = await book({ packageWeight: "500" });
    expect(await chargesOf(code)).toEqual([]);
    expect((await mailAbout(code, "booking_made")).text).toContain("We will tell you the price");
    const set = await send(superAdmin, code, { intent: "price", price: "250,000", note: "By truck" });
    expect(set.toast).toMatchObject({ title: "Price set" });
    expect((await mailAbout(code, "price_set")).subject).toBe(`Your price is ₦250,000: ${code}`);
    const receipt = await receiptOf(code);
    const [charge] = await chargesOf(code);
    const sender = app.visitor();
    expect((await sender.ask(receipt)).text).toContain("Accept ₦250,000");
    expect((await sender.ask(receipt, { form: { charge: String(charge!.id) } })).status).toBe(302);
    expect((await sender.ask(receipt)).text).toContain("You accepted this price");
    expect((await superAdmin.ask(money(code))).text).toContain("accepted by the sender");

    const late = await send(superAdmin, code, { intent: "price", price: "260000", seen: "0" });
    expect(late.status).toBe(409);
    await send(superAdmin, code, { intent: "price", price: "260000", seen: String(charge!.id) });
    const changed = await mailAbout(code, "price_set", "New price");
    expect(changed.text).toContain("₦250,000");
    expect(changed.subject).toBe(`New price ₦260,000: ${code}`);
    const old = await sender.ask(receipt, { form: { charge: String(charge!.id) } });
    expect(old.status).toBe(409);
  });
});

describe("payments", () => {
  test("[PAY-1] cash, POS and transfer are recorded up to what is owed; the last one mails the receipt", async () => {
    const code = await book({ deliveryType: "standard" });
    const wrong: [Record<string, string>, number, string][] = [
      [{ method: "cash", amount: "0" }, 400, "above ₦0"],
      [{ method: "cash", amount: "-5" }, 400, "Enter an amount"],
      [{ method: "cash", amount: "6450.01" }, 400, "more than is owed: ₦6,450"],
      [{ method: "pos", amount: "100" }, 400, "Enter the reference"],
      [{ method: "online", amount: "100", reference: "x" }, 400, "Choose how it was paid"],
    ];
    for (const [form, status, text] of wrong) {
      const answer = await send(superAdmin, code, { intent: "payment", ...form });
      expect(answer.status).toBe(status);
      expect(answer.text).toContain(text);
    }
    await send(superAdmin, code, {
      intent: "payment",
      method: "pos",
      amount: "450",
      reference: "slip 7 / a",
    });
    const twice = await send(superAdmin, code, {
      intent: "payment",
      method: "pos",
      amount: "450",
      reference: "SLIP7/A",
    });
    expect(twice.status).toBe(409);
    expect(twice.text).toContain(`This reference is recorded already, on ${code}`);
    const key = crypto.randomUUID();
    const cash = { ...SAW_ALL, intent: "payment", method: "cash", amount: "6000", idempotencyKey: key };
    const pay = () => superAdmin.ask(money(code), { form: cash });
    for (const answer of await Promise.all([pay(), pay()])) expect(answer.status).toBe(302);
    expect((await superAdmin.ask(money(code))).text).toContain("Paid in full");
    expect((await mailAbout(code, "booking_paid")).text).toContain("₦6,450");
    expect((await app.visitor().ask(await receiptOf(code))).text).toContain("Paid in full");
  });
});

describe("the ledger of payments", () => {
  test("[PAY-2] the ledger is never changed; a super admin reverses a payment with a reason, once", async () => {
    const code = await book({ deliveryType: "standard" });
    await send(superAdmin, code, { intent: "payment", method: "cash", amount: "6450" });
    const [paymentId = ""] = await paymentIds(code);
    for (const statement of [
      sql`update payments set kobo = 1`,
      sql`delete from payments`,
      sql`truncate payments cascade`,
    ])
      await expect(db.execute(statement)).rejects.toMatchObject({ cause: { code: "23001" } });
    const reverse = (reason: string) => send(superAdmin, code, { intent: "reverse", paymentId, reason });
    expect((await reverse("")).text).toContain("Write why you reverse this payment");
    const both = await Promise.all([reverse("Wrong booking"), reverse("Wrong booking")]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([302, 409]);
    expect((await superAdmin.ask(money(code))).text).toContain("₦6,450 left to pay");
    const other = await book({ deliveryType: "standard" });
    const foreign = await send(superAdmin, other, { intent: "reverse", paymentId, reason: "Not mine" });
    expect(foreign.status).toBe(404);
    const logged = await db.select().from(activityLogs).where(eq(activityLogs.action, "reverse_payment"));
    expect(logged).toHaveLength(1);
  });

  test("[PAY-2] [STAFF-4] moderators price and record, support only sees, nobody but a super admin reverses", async () => {
    const code = await book({ deliveryType: "standard" });
    const [moderator, support] = [await app.admin("moderator"), await app.admin("support")];
    const forms: Record<string, string>[] = [
      { intent: "price", price: "7000", seen: String((await chargesOf(code))[0]!.id) },
      { intent: "payment", method: "cash", amount: "100" },
    ];
    for (const form of forms) {
      expect((await send(support, code, form)).status).toBe(403);
      expect((await send(moderator, code, form)).status).toBe(302);
    }
    const [paymentId = ""] = await paymentIds(code);
    for (const who of [support, moderator])
      expect((await send(who, code, { intent: "reverse", paymentId, reason: "No" })).status).toBe(403);
    expect((await support.ask(money(code))).status).toBe(200);
    for (const who of [app.visitor(), await app.customer("payer@ona.test")])
      expect((await send(who, code, forms[1]!)).location).toContain("/admin/login");
  });

  test("[PAY-2] kept balances equal a recount after parallel payments and reversals", async () => {
    const codes = await Promise.all([1, 2, 3].map(() => book({ deliveryType: "standard" })));
    await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        send(superAdmin, codes[at % 3]!, { intent: "payment", method: "cash", amount: String(10 + at) }),
      ),
    );
    for (const code of codes) {
      const ids = await paymentIds(code);
      await Promise.all(
        ids
          .slice(0, 8)
          .map((paymentId) => send(superAdmin, code, { intent: "reverse", paymentId, reason: "Test" })),
      );
    }
    expect(await wrongBalances(db)).toEqual([]);
  });
});
