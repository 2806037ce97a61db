/** The sender's actions on a pending booking: cancelling, and correcting with a new price. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin, typedBooking } from "../../../test/fixtures/bookings.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeCustomer } from "../../../test/fixtures/settlements.ts";
import { makeOrder, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { asGuest } from "../../access/actors.server.ts";
import { formatPhone } from "../../domain/phone.ts";
import { recordPayment } from "../../money/payments/payments.server.ts";
import { listRefunds } from "../../money/payments/refunds.server.ts";
import { confirmNotice, sendNotice } from "../../money/payments/transfer-notices.server.ts";
import { chargesOf } from "../../money/prices/charges.server.ts";
import { setPrice } from "../../money/prices/set-price.server.ts";
import { bookingBalances, bookingEvents, bookings, transferNotices } from "../../platform/db/schema.ts";
import { readStaffWaybills } from "../waybills/read-waybills.server.ts";
import { cancelBooking } from "./cancel-booking.server.ts";
import { changeStatus } from "./change-status.server.ts";
import { correctBooking } from "./correct-booking.server.ts";
import { createBooking } from "./create-booking.server.ts";
import { correctOwnBooking } from "./correct-own-booking.server.ts";
import { statusForm } from "./status-forms.ts";

const { opened, services, db } = await fileServices();
await publishSamples(opened);
const guest = asGuest("127.0.0.1");
const moderator = await makeAdmin(opened, "moderator");

const read = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const eventsOf = (id: string) =>
  db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id)).orderBy(bookingEvents.id);
const leftOf = async (id: string) =>
  (await db.select().from(bookingBalances).where(eq(bookingBalances.bookingId, id)))[0]!;
const cancel = (code: string) => cancelBooking(services, guest, { code }, crypto.randomUUID());

const STANDARD = { deliveryType: "standard" };
type Booked = Awaited<ReturnType<typeof bookOne>>;
const correct = (booking: Booked, more: Record<string, string> = {}) =>
  correctOwnBooking(
    services,
    guest,
    {
      code: booking.trackingCode,
      version: booking.version,
      senderPhone: formatPhone(booking.senderPhone),
      senderAddress: booking.senderAddress,
      senderState: booking.senderState,
      receiverName: booking.receiverName,
      receiverPhone: formatPhone(booking.receiverPhone),
      receiverAddress: booking.receiverAddress,
      receiverState: booking.receiverState,
      packageDescription: booking.packageDescription,
      packageWeight: String(booking.packageWeight),
      packageType: booking.packageType,
      deliveryType: booking.deliveryType,
      ...more,
    },
    crypto.randomUUID(),
  );

test("[BOOK-27] a cancelled booking is Failed with a reason of its own, costs nothing, and is cancelled once", async () => {
  const { id, trackingCode: code } = await bookOne(opened, STANDARD);
  expect((await leftOf(id)).priceKobo).toBeGreaterThan(0);
  expect(await cancel(code)).toMatchObject({ ok: true, paidKobo: 0 });
  expect(await read(id)).toMatchObject({ status: "failed", version: 2 });
  const [, cancelled, priced] = await eventsOf(id);
  expect(cancelled).toMatchObject({
    ...{ fromStatus: "pending", toStatus: "failed", reason: "cancelled" },
    ...{ byName: "Sender", byUserId: null },
  });
  expect(priced).toMatchObject({ kind: "price_set", byName: "Sender" });
  expect(await leftOf(id)).toMatchObject({ priceKobo: 0, paidKobo: 0 });
  expect(await listRefunds(db)).toEqual([]);
  expect(await cancel(code)).toMatchObject({ code: "conflict", reason: "was_cancelled" });
  expect(await eventsOf(id)).toHaveLength(3);
});

test("[BOOK-27] a store's order whose booking is cancelled can be booked again", async () => {
  const owner = await makeCustomer(opened);
  const store = await makeStore(services, owner.person.id);
  const product = await makeProduct(services, store.id);
  const order = await makeOrder(services, store.id, [{ product, quantity: 1 }], { status: "ready" });
  const book = () =>
    createBooking(services, owner, { order: order.id, ...typedBooking(STANDARD) }, crypto.randomUUID());
  const codeOf = async () => {
    const done = await book();
    return done.ok ? done.trackingCode : "";
  };
  const first = await codeOf();
  expect(await codeOf()).toBe(first);
  await cancel(first);
  expect(await book()).toMatchObject({ ok: true, order: { id: order.id } });
  expect(await codeOf()).not.toBe(first);
});

test("[BOOK-27] staff cannot choose the sender's reason, and what they have begun cannot be cancelled or corrected", async () => {
  const booking = await bookOne(opened, STANDARD);
  const { id, trackingCode: code } = booking;
  const chosen = { id, version: 1, status: "failed", reason: "cancelled", note: "" };
  expect(statusForm.safeParse(chosen).success).toBe(false);
  const moving = { id, version: 1, status: "in_transit" as const };
  expect(await changeStatus(services, moderator, moving, crypto.randomUUID())).toMatchObject({ ok: true });
  expect(await cancel(code)).toMatchObject({ code: "conflict", reason: "not_pending" });
  expect(await correct(booking, { receiverName: "Bola" })).toMatchObject({ reason: "not_pending" });
  expect(await cancel("OD00000000NG")).toMatchObject({ code: "not_found" });
  expect(await cancel("")).toMatchObject({ code: "not_found" });
});

test("[BOOK-27] [PAY-7] what was paid for a cancelled booking is listed to pay back until it is reversed", async () => {
  const { id, trackingCode: code } = await bookOne(opened, STANDARD);
  const payment = { code, method: "cash", amount: 100_000, reference: "", note: "" } as const;
  expect(await recordPayment(services, moderator, payment, crypto.randomUUID())).toMatchObject({ ok: true });
  expect(await cancel(code)).toMatchObject({ ok: true, paidKobo: 100_000 });
  expect(await listRefunds(db)).toEqual([expect.objectContaining({ code, kobo: 100_000 })]);
  expect(await recordPayment(services, moderator, payment, crypto.randomUUID())).toMatchObject({ ok: false });
  expect(await leftOf(id)).toMatchObject({ priceKobo: 0, paidKobo: 100_000 });
});

test("[PAY-7] a transfer that was told of before cancelling is recorded when it is found, and is to be paid back", async () => {
  const { id, trackingCode: code } = await bookOne(opened, STANDARD);
  const told = { code, amount: 200_000, paidOn: "2026-01-01", reference: "" };
  const sent = await sendNotice(services, guest, told, crypto.randomUUID());
  expect(sent).toMatchObject({ ok: true });
  await cancel(code);
  const [notice] = await db.select().from(transferNotices).where(eq(transferNotices.bookingId, id));
  const found = { code, noticeId: notice!.id, amount: 200_000, reference: "T-PAY-7" };
  expect(await confirmNotice(services, moderator, found, crypto.randomUUID())).toMatchObject({ ok: true });
  const refunds = await listRefunds(db);
  expect(refunds.find((one) => one.code === code)).toMatchObject({ kobo: 200_000 });
});

test("[BOOK-28] a correction offers the new price, is saved with it, and both are in the history as the sender's", async () => {
  const booking = await bookOne(opened, STANDARD);
  const { id } = booking;
  const before = (await leftOf(id)).priceKobo!;
  const heavier = { receiverName: "Bola Ade", packageWeight: "12" };
  const offered = await correct(booking, heavier);
  expect(offered).toMatchObject({ code: "invalid", reason: "price_changes", about: { before } });
  expect(await read(id)).toMatchObject({ version: 1, packageWeight: booking.packageWeight });
  const after = offered.ok ? 0 : offered.about!["after"]!;
  expect(after).toBeGreaterThan(before);
  expect(await correct(booking, { ...heavier, newPrice: String(after - 1) })).toMatchObject({ ok: false });
  expect(await correct(booking, { ...heavier, newPrice: String(after) })).toMatchObject({
    ...{ ok: true, changed: true, priced: true },
  });
  expect(await read(id)).toMatchObject({ packageWeight: 12, receiverName: "Bola Ade", version: 2 });
  expect(await leftOf(id)).toMatchObject({ priceKobo: after });
  const [charge] = await chargesOf(db, id);
  expect(charge).toMatchObject({ kind: "quoted", byName: "Sender" });
  expect(charge!.acceptedAt).not.toBeNull();
  const [corrected] = await db
    .select()
    .from(bookingEvents)
    .where(and(eq(bookingEvents.bookingId, id), eq(bookingEvents.kind, "corrected")));
  expect(corrected).toMatchObject({ byName: "Sender", toStatus: "pending" });
  expect(Object.keys(corrected!.changes!)).toEqual(["Price", "Weight", "Receiver"]);
});

test("[BOOK-28] the service changes the promised day; the rules of the booking form hold", async () => {
  const booking = await bookOne(opened, STANDARD);
  const sameDay = await correct(booking, { deliveryType: "same_day" });
  expect(sameDay).toMatchObject({ errors: { deliveryType: expect.stringContaining("one city") } });
  const document = await correct(booking, { packageType: "Document", packageWeight: "3" });
  expect(document).toMatchObject({ errors: { packageType: expect.stringContaining("0.5 kg") } });
  const moved = await correct(booking, { receiverAddress: "12 Enugu Road, Surulere" });
  expect(moved).toMatchObject({ errors: { receiverStateSure: expect.stringContaining("Lagos") } });
  const express = await correct(booking, { deliveryType: "express" });
  const newPrice = String(express.ok ? 0 : express.about!["after"]);
  expect(await correct(booking, { deliveryType: "express", newPrice })).toMatchObject({ ok: true });
  const days =
    (booking.estimatedDelivery.getTime() - (await read(booking.id)).estimatedDelivery.getTime()) / 86_400_000;
  expect(days).toBe(2);
});

test("[BOOK-28] nothing is corrected once a waybill was shown for printing, and it can still be cancelled", async () => {
  const booking = await bookOne(opened, STANDARD);
  await readStaffWaybills(services, moderator, [{ code: booking.trackingCode, piece: null }]);
  const first = (await read(booking.id)).labelPrintedAt;
  expect(first).not.toBeNull();
  expect(await correct(booking, { receiverName: "Bola" })).toMatchObject({
    ...{ code: "conflict", reason: "label_printed" },
  });
  expect(await cancel(booking.trackingCode)).toMatchObject({ ok: true });
});

test("[BOOK-28] a price that staff set, and what they corrected meanwhile, are not overwritten", async () => {
  const booking = await bookOne(opened, STANDARD);
  const { id, trackingCode: code } = booking;
  const corrected = await correctBooking(
    services,
    moderator,
    {
      ...{ id, version: 1, senderAddress: booking.senderAddress, senderState: booking.senderState },
      ...{ senderPhone: booking.senderPhone, receiverPhone: "0803 999 8888" },
      ...{ receiverAddress: booking.receiverAddress, receiverState: booking.receiverState },
      packageWeight: String(booking.packageWeight),
    },
    crypto.randomUUID(),
  );
  expect(corrected).toMatchObject({ ok: true, changed: true });
  expect(await correct(booking, { receiverName: "Bola" })).toMatchObject({ reason: "changed_by_staff" });
  const seen = (await chargesOf(db, id))[0]!.id;
  await setPrice(services, moderator, { code, price: 900_000, seen, note: "" }, crypto.randomUUID());
  const now = await read(id);
  expect(await correct(now, { packageWeight: "12" })).toMatchObject({ reason: "price_by_staff" });
  expect(await correct(now, { receiverName: "Bola" })).toMatchObject({
    ok: true,
    changed: true,
    priced: false,
  });
  expect(await leftOf(id)).toMatchObject({ priceKobo: 900_000 });
});

test("[BOOK-28] a price below what was paid is left to staff", async () => {
  const booking = await bookOne(opened, { ...STANDARD, packageWeight: "12" });
  const { priceKobo } = await leftOf(booking.id);
  const payment = { code: booking.trackingCode, method: "cash", amount: priceKobo!, reference: "", note: "" };
  await recordPayment(services, moderator, { ...payment, method: "cash" }, crypto.randomUUID());
  expect(await correct(booking, { packageWeight: "2" })).toMatchObject({ reason: "less_than_paid" });
});
