/** The new quote of a corrected booking, over HTTP. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookingCharges } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const moderator = await app.admin("moderator");

test("[PRICE-8] [STAFF-4] a corrected weight shows the difference on both pages; a moderator applies it, support may not", async () => {
  await publishPrices(app);
  const booked = await bookOne(app);
  const { id, version, trackingCode: code, senderAddress, senderState, senderPhone } = booked;
  const { receiverAddress, receiverState, receiverPhone } = booked;
  const details = { senderAddress, senderState, senderPhone, receiverAddress, receiverState, receiverPhone };
  const form = { intent: "correct", id, version: String(version), ...details, packageWeight: "12" };
  await moderator.send(`/admin/bookings/${code}`, { ...form, newPrice: "keep" });
  const told = (await moderator.ask(`/admin/bookings/${code}`)).text;
  expect(told).toContain("With the corrected details the price is");
  const money = `/admin/bookings/${code}/money`;
  const page = (await moderator.ask(money)).text;
  expect(page).toContain("Standard delivery, 2.5 kg → Standard delivery, 12 kg");
  const total = /name="total" value="(\d+)"/.exec(page)![1]!;
  const charges = () =>
    db.select().from(bookingCharges).where(eq(bookingCharges.bookingId, id)).orderBy(bookingCharges.id);
  const [charge] = await charges();
  const apply = { intent: "requote", seen: String(charge!.id), total, note: "Weighed at the hub" };
  expect((await (await app.admin("support")).send(money, apply)).status).toBe(403);
  expect((await moderator.send(money, { ...apply, total: "1" })).status).toBe(409);
  expect(await charges()).toHaveLength(1);
  expect((await moderator.send(money, apply)).toast).toMatchObject({ title: "Price set" });
  const [, applied] = await charges();
  expect(applied).toMatchObject({ kind: "quoted", priceListVersion: 1, totalKobo: Number(total) });
  const find = async () => (await app.mails(0)).find(({ kind }) => kind === "price_set");
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  const mail = (await find())!;
  for (const shown of ["12 kg", "₦6,450", "Weighed at the hub"]) expect(mail.text).toContain(shown);
  const now = (await moderator.ask(money)).text;
  expect(now).toContain("by price list 1, applied by");
  const receipt = /\/receipts\/[\w.-]+/.exec(now)![0];
  expect((await app.visitor().ask(receipt)).text).toContain("Accept ₦");
});

test("[STAFF-23] [PRICE-8] a corrected lane offers its price in the same step, and the mail names state and price", async () => {
  const booked = await bookOne(app);
  const { id, version, trackingCode: code, senderAddress, senderState, senderPhone, receiverPhone } = booked;
  const form = {
    ...{
      intent: "correct",
      id,
      version: String(version),
      senderAddress,
      senderState,
      senderPhone,
      receiverPhone,
    },
    ...{ receiverAddress: "12 Enugu Road, Surulere", receiverState: "Lagos", packageWeight: "2.5" },
  };
  const path = `/admin/bookings/${code}`;
  const asked = await moderator.send(path, form);
  expect(asked.status).toBe(400);
  const [, after, before] = /The price becomes (₦[\d,.]+); it was (₦[\d,.]+)\. Choose/.exec(asked.text)!;
  const total = /name="newPrice" value="(\d+)"/.exec(asked.text)![1]!;
  const charges = () =>
    db.select().from(bookingCharges).where(eq(bookingCharges.bookingId, id)).orderBy(bookingCharges.id);
  expect(await charges()).toHaveLength(1);
  expect((await moderator.send(path, { ...form, newPrice: "1" })).status).toBe(400);
  expect((await moderator.send(path, { ...form, newPrice: total })).status).toBe(302);
  expect((await charges())[1]).toMatchObject({
    kind: "quoted",
    priceListVersion: 1,
    totalKobo: Number(total),
  });
  const find = async () =>
    (await app.mails(0)).find((mail) => mail.kind === "booking_corrected" && mail.bookingId === id);
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  const mail = (await find())!;
  for (const shown of ["Delivery state: Lagos (was: Kano)", `Price: ${after} (was: ${before})`])
    expect(mail.text).toContain(shown);
});
