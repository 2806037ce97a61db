/** HISTORY-1: events about money in the history of a booking, on a real database. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { NAIRA } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { asGuest } from "../../access/actors.server.ts";
import { changeStatus, undoStatus } from "../../parcels/bookings/change-status.server.ts";
import { readBooking } from "../../parcels/bookings/one-booking.server.ts";
import { bookingCharges, payments } from "../../platform/db/schema.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { scanParcel } from "../../road/scan/scan-parcel.server.ts";
import { trackParcel } from "../../parcels/tracking/track-parcel.server.ts";
import { acceptPrice } from "./receipt.server.ts";
import { recordPayment, reversePayment } from "./payments.server.ts";

const { opened, services, moderator, superAdmin } = await openWithStaff();

const price = (code: string, naira: number, seen = 0) =>
  setPrice(services, moderator, { code, price: naira * NAIRA, note: "", seen }, randomUUID());
const cash = (code: string, naira: number) =>
  recordPayment(
    services,
    moderator,
    { code, method: "cash", amount: naira * NAIRA, reference: "", note: "" },
    randomUUID(),
  );

test("[HISTORY-1] a price, its acceptance, a payment and its reversal are events with before, after and who; a bare code shows nothing", async () => {
  const { id, trackingCode: code } = await bookOne(opened);
  await price(code, 5000);
  const [charge] = await services.db.select().from(bookingCharges).where(eq(bookingCharges.bookingId, id));
  // The sender presses the button twice, and the price is accepted once.
  for (let time = 0; time < 2; time++)
    expect(await acceptPrice(services, asGuest("127.0.0.1"), { code, charge: charge!.id })).toEqual({
      ok: true,
    });
  await cash(code, 2000);
  const [paid] = await services.db.select().from(payments).where(eq(payments.bookingId, id));
  const reversal = { code, paymentId: paid!.id, reason: "Wrong booking" };
  expect(await reversePayment(services, superAdmin, reversal, randomUUID())).toEqual({ ok: true });
  const { events } = (await readBooking(services.db, code))!;
  expect(events.slice(1)).toMatchObject([
    { kind: "price_set", to: "pending", changes: { Price: ["none", "₦5,000"] }, by: "moderator" },
    { kind: "price_accepted", to: "pending", changes: { Accepted: ["none", "₦5,000"] }, by: "Sender" },
    { kind: "paid", to: "pending", changes: { Paid: ["₦0", "₦2,000"] } },
    { kind: "paid", to: "pending", changes: { Paid: ["₦2,000", "₦0"] }, by: "super_admin" },
  ]);
  const nobody = { ip: "127.0.0.9", sessionHash: null, person: null, staff: null };
  const stranger = await trackParcel(services, nobody, code);
  expect(stranger.ok && stranger.parcel.events.map(({ kind }) => kind)).toEqual(["booked"]);
  expect(JSON.stringify(stranger)).not.toMatch(/₦|paid|price/i);
});

test("[HISTORY-1] an undo passes over a payment, and so does a scan that waited", async () => {
  const { id, version, trackingCode: code } = await bookOne(opened);
  await price(code, 5000);
  const to = { id, version, status: "in_transit" as const, reason: null, note: "" };
  const changed = await changeStatus(services, moderator, to, randomUUID());
  await cash(code, 1000);
  expect(changed).toMatchObject({ ok: true });
  expect(await undoStatus(services, moderator, { id, version: version + 1 }, randomUUID())).toMatchObject({
    ok: true,
    changed: true,
  });
  opened.clock.pass(60_000);
  await cash(code, 1000);
  const waited = { code, status: "in_transit" as const, reason: null, note: "", agedMs: 30_000 };
  expect(await scanParcel(services, superAdmin, waited, randomUUID())).toMatchObject({ ok: true });
});
