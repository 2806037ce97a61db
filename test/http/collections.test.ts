/** Cash on delivery over HTTP: the visitors who see the amount, and the staff who record the collected money. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { storeDelivered } from "../fixtures/bookings.ts";
import { activityLogs } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { mailOf, signIn } from "../fixtures/people.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { ACCOUNT } from "../fixtures/settlements.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const moderator = await app.admin("moderator");
const ACCOUNT_FORM = { intent: "account", ...ACCOUNT, accountNumber: "1012 345 678" };
const FIELD = "Amount to collect from the receiver";
const form = { ...BODY, deliveryType: "standard" };

const sender = await signIn(app, "ada@example.com");

test("[COD-1] without handling in a price list nothing is said about it", async () => {
  for (const [who, path] of [
    [sender, "/book"],
    [sender, "/profile"],
    [moderator, "/admin/bookings/new"],
  ] as const)
    expect((await who.ask(path)).text).not.toMatch(/collect from|Cash on delivery|Settlements:/);
  await publishPrices(app);
});

test("[COD-2] [SETTLE-1] a guest reads how to get it and is refused; a customer gives a bank account first", async () => {
  const { text: offered } = await app.visitor().ask("/book");
  expect(offered).toMatch(
    /href="\/signup"[^>]*>Cash on delivery: to collect money from receivers, sign up and/,
  );
  expect(offered).not.toContain(FIELD);
  const guest = await app.visitor().send("/book", { ...form, collect: "5000" });
  expect(guest.status).toBe(400);
  expect(guest.text).toContain("Sign in first: we pay out what we collect to an account.");
  expect((await sender.ask("/book")).text).toContain(
    "to collect money from receivers, add your bank account",
  );
  expect((await sender.ask("/profile")).text).toContain("Cash on delivery: your money");
  const wrong = await sender.send("/profile/settlements", { ...ACCOUNT_FORM, accountNumber: "12" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("An account number has ten digits");
  const saved = await sender.send("/profile/settlements", ACCOUNT_FORM);
  expect(saved.toast).toMatchObject({ title: "Bank account saved" });
  const page = (await sender.ask("/profile/settlements")).text;
  expect(page).toContain("Zenith Bank •••• 5678");
  expect(page).not.toContain("1012345678");
  expect((await mailOf(app, "payee_account")).text).not.toContain("1012345678");
  expect((await sender.ask("/book")).text).toContain(FIELD);
});

async function book(): Promise<string> {
  const { location } = await sender.send("/book", { ...form, collect: "12,500" });
  return /code=(\w+)/.exec(location ?? "")![1]!;
}

test("[COD-1] sender, label, desk, booking page and export show the amount; a bare code and the receipt's holder do not", async () => {
  const code = await book();
  for (const [who, path] of [
    [sender, `/track?code=${code}`],
    [sender, `/waybill/${code}`],
    [moderator, `/admin/bookings?q=${code}`],
    [moderator, `/admin/bookings/${code}`],
    [moderator, `/admin/waybills?code=${code}`],
  ] as const)
    expect((await who.ask(path)).text, path).toContain("₦12,500");
  const csv = (await moderator.ask(`/admin/bookings/export.csv?q=${code}`)).text;
  expect(csv).toContain("To Collect (naira)");
  expect(csv).toContain(",12500,");
  const mailed = async () =>
    (await app.mails(0)).find((one) => one.kind === "booking_made" && one.text.includes(code))?.text ?? "";
  await expect.poll(mailed, { timeout: 10_000 }).toContain("Amount to collect: ₦12,500");
  expect((await app.visitor().ask(`/track?code=${code}`)).text).not.toMatch(/12,500|ollect/);
  expect((await app.visitor().ask(`/track.data?code=${code}`)).text).not.toMatch(/1250000/);
});

test("[COD-4] [COD-6] staff record it once it is delivered; support reads why it may not; a moderator cannot reverse", async () => {
  const code = await book();
  const page = `/admin/bookings/${code}/collection`;
  const support = await app.admin("support");
  expect((await support.ask(page)).text).toContain("₦12,500 to collect");
  const all = { intent: "collect", method: "cash", amount: "12500" };
  expect((await support.send(page, all)).status).toBe(403);
  expect((await moderator.send(page, all)).text).toContain("Set the booking to Delivered first.");
  await storeDelivered(app, code);
  expect((await moderator.send(page, { ...all, amount: "100" })).text).toContain(
    "Choose why less was collected than asked.",
  );
  expect((await moderator.send(page, all)).toast).toMatchObject({ title: "Collection recorded" });
  const done = (await moderator.ask(page)).text;
  expect(done).toContain("Everything is collected");
  const entryId = /name="entryId" value="(\d+)"/.exec(done)![1]!;
  const reverse = { intent: "reverse", entryId, reversalReason: "Counted twice" };
  expect((await moderator.send(page, reverse)).status).toBe(403);
  const superAdmin = await app.admin("super_admin");
  expect((await superAdmin.send(page, reverse)).toast).toMatchObject({ title: "Collection reversed" });
  expect((await superAdmin.send(page, { ...reverse, entryId: "x" })).status).toBe(400);
  const refused = await db.select().from(activityLogs).where(eq(activityLogs.action, "refused"));
  expect(refused.map(({ description }) => description)).toEqual([
    `recordPayments on ${code}`,
    `reversePayments on ${code}`,
  ]);
});

test("[COD-7] [STAFF-4] the booking's page has the amount among the corrections; support's form is refused", async () => {
  const code = await book();
  const page = `/admin/bookings/${code}`;
  const { text } = await moderator.ask(page);
  expect(text).toContain("the weight or the amount to collect");
  const field = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1] ?? "";
  expect(field("collect")).toBe("12500");
  const change = {
    intent: "correct",
    id: field("id"),
    version: field("version"),
    ...BODY,
    packageWeight: field("packageWeight"),
  };
  const support = await app.admin("support");
  expect((await support.send(page, { ...change, collect: "1" })).status).toBe(403);
  const wrong = await moderator.send(page, { ...change, collect: "5000001" });
  expect(wrong.text).toContain("We collect at most ₦5,000,000 for one parcel");
  const done = await moderator.send(page, { ...change, collect: "9000" });
  expect(done.toast).toMatchObject({ title: "Booking corrected" });
  expect((await moderator.ask(page)).text).toContain('<ins class="font-semibold no-underline">₦9,000</ins>');
  expect((await app.visitor().ask(`/track?code=${code}`)).text).not.toMatch(/9,000|ollect/);
});

test("[COD-4] a booking without an amount has no such page", async () => {
  const { location } = await sender.send("/book", form);
  const code = /code=(\w+)/.exec(location ?? "")![1]!;
  expect((await moderator.ask(`/admin/bookings/${code}/collection`)).status).toBe(404);
  expect((await moderator.ask(`/admin/bookings/${code}`)).text).not.toContain("Cash on delivery");
});

test("[SETTLE-2] [SETTLE-3] staff see the account's last digits; a super admin pays out; nobody sees another's settlement", async () => {
  const code = await book();
  await storeDelivered(app, code);
  await moderator.send(`/admin/bookings/${code}/collection`, {
    intent: "collect",
    method: "cash",
    amount: "12500",
  });
  const list = (await moderator.ask("/admin/settlements")).text;
  const page = /\/admin\/settlements\/[0-9a-f-]{36}/.exec(list)![0];
  expect(list).not.toContain("1012345678");
  const seen = (await moderator.ask(page)).text;
  expect(seen).toContain("Zenith Bank •••• 5678");
  expect(seen).not.toContain("1012345678");
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(seen)![1]!;
  const payout = {
    intent: "payout",
    amount: "100",
    reference: "FT 9",
    seen: hidden("seen"),
    accountSince: hidden("accountSince"),
  };
  for (const form of [payout, { intent: "account" }]) {
    const refused = await moderator.send(page, form);
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain("1012345678");
  }
  const superAdmin = await app.admin("super_admin");
  expect((await superAdmin.ask(page)).text).not.toContain("1012345678");
  expect((await superAdmin.send(page, { intent: "account" })).text).toContain("1012345678");
  expect((await superAdmin.send(page, payout)).toast).toMatchObject({ title: "Payout recorded" });
  expect((await superAdmin.send(page, { ...payout, reference: "FT 10" })).status).toBe(409);
  const own = (await sender.ask("/profile/settlements")).text;
  for (const shown of ["Paid out to Zenith Bank •••• 5678", "FT9", "₦12,500"]) expect(own).toContain(shown);
  const csv = (await sender.ask("/profile/settlements/statement.csv")).text;
  expect(csv).toContain(`${code},12500,300,12200`);
  // An amount below 0 stays a number in the export. The apostrophe that protects against formulas would turn the amount
  // into text.
  expect(csv).toContain(",-100,0,-100,FT9");
  expect((await moderator.ask("/admin/settlements/export.csv")).text).toContain("Zenith Bank •••• 5678");
  const other = await signIn(app, "other@example.com");
  // The pattern contains the dots before '5678', because these digits alone may occur in a time in the page's data.
  expect((await other.ask("/profile/settlements")).text).not.toMatch(/\bFT9\b|•••• 5678/);
  expect((await other.ask("/profile/settlements/statement.csv")).text).not.toContain(code);
});
