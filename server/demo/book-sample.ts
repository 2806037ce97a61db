/** Stores a booking of the demo as if it was booked, with its price and payments. */
import { randomInt, randomUUID } from "node:crypto";
import { actOf } from "../../app/access/author.server.ts";
import { asSystem } from "../../app/access/actors.server.ts";
import type { ActKind } from "../../app/domain/acts.ts";
import { estimatedDelivery, type DeliveryType, type PackageType } from "../../app/domain/booking.ts";
import { FIRST_STATUS } from "../../app/domain/delivery-status.ts";
import { lagosDay } from "../../app/domain/dates.ts";
import type { PaysDelivery } from "../../app/domain/pays-delivery.ts";
import type { PaymentMethod } from "../../app/domain/payment.ts";
import { drawTrackingCode, FIRST_LETTERS } from "../../app/domain/tracking-code.ts";
import { gramsOf, quote } from "../../app/money/prices/quote.ts";
import type { Tx } from "../../app/platform/db/client.server.ts";
import {
  bookingCharges,
  bookingEvents,
  bookings,
  cashOnDelivery,
  payments,
  transferNotices,
} from "../../app/platform/db/schema.ts";
import { phoneOf, type Person } from "./sample-people.ts";
import { SAMPLE_COD_FEE, SAMPLE_PRICES } from "./sample-prices.ts";

/** Who of the demo's staff wrote what. */
export const BY = { byName: "Bola Ajayi" };
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const NAIRA = 100;

/** The number of an act of the demo. */
export const demoAct = (tx: Tx, kind: ActKind, at: Date): Promise<number> =>
  actOf({ tx, actor: asSystem(BY.byName), at }, kind).id();

export type Paid = PaymentMethod | "half" | "claimed" | "";

/** A booking of the demo in the state in which it is booked: pending, with its price and payments. */
export type SampleBooking = {
  from: Person;
  to: Person;
  goods: [description: string, kg: number, type: PackageType];
  service: DeliveryType;
  paid: Paid;
  at: Date;
  pieces?: number;
  paysDelivery?: PaysDelivery;
  /** The amount in naira to collect from the receiver, and the payee that is owed it. */
  collect?: { payeeId: string; naira: number };
};

/** Adds a booking. Returns its id and its tracking code. */
export async function bookSample(tx: Tx, sample: SampleBooking): Promise<{ id: string; code: string }> {
  const { at, from, to, goods, service, paid, collect, pieces = 1, paysDelivery = "sender_before" } = sample;
  const [description, kg, packageType] = goods;
  const [booking] = await tx
    .insert(bookings)
    .values({
      trackingCode: drawTrackingCode(randomInt, FIRST_LETTERS).eight,
      formKey: randomUUID(),
      senderName: from[0],
      senderEmail: `${from[0].toLowerCase().replaceAll(" ", ".")}@customers.onadelivery.example`,
      senderPhone: phoneOf(from),
      senderAddress: from[1],
      senderTown: from[2],
      senderState: from[3],
      receiverName: to[0],
      receiverPhone: phoneOf(to),
      receiverAddress: to[1],
      receiverTown: to[2],
      receiverState: to[3],
      packageDescription: description,
      packageWeight: kg,
      packageType,
      deliveryType: service,
      pieces,
      paysDelivery,
      estimatedDelivery: estimatedDelivery(service, at),
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: bookings.id, code: bookings.trackingCode });
  if (!booking) throw new Error("no booking");
  const { id: bookingId } = booking;
  const actId = await demoAct(tx, "booked", at);
  await tx
    .insert(bookingEvents)
    .values({ bookingId, actId, kind: "booked", occurredAt: at, receivedAt: at, toStatus: FIRST_STATUS });
  const parcel = { from: from[3], to: to[3], grams: gramsOf(kg), packageType, service, declaredKobo: 0 };
  const price = quote(SAMPLE_PRICES, { ...parcel, day: lagosDay(at) });
  if (price.ok) {
    const { lines, totalKobo } = price;
    await tx
      .insert(bookingCharges)
      .values({ bookingId, kind: "quoted", priceListVersion: 1, lines, totalKobo, at });
    await pay(tx, { bookingId, kobo: totalKobo, paid, at });
  }
  if (collect)
    await tx.insert(cashOnDelivery).values({
      bookingId,
      payeeId: collect.payeeId,
      amountKobo: collect.naira * NAIRA,
      codFeePerMille: SAMPLE_COD_FEE.perMille,
      codFeeMinimumKobo: SAMPLE_COD_FEE.minimumKobo,
      createdAt: at,
    });
  return booking;
}

async function pay(
  tx: Tx,
  { bookingId, kobo, paid, at }: { bookingId: string; kobo: number; paid: Paid; at: Date },
): Promise<void> {
  if (paid === "") return;
  const later = new Date(at.getTime() + HOUR);
  const reference = `DEMO${randomInt(100_000, 1_000_000)}`;
  if (paid === "claimed") {
    const claim = { bookingId, kobo, paidOn: lagosDay(later), reference, createdAt: later };
    await tx.insert(transferNotices).values({ formKey: randomUUID(), ...claim });
    return;
  }
  const method = paid === "half" ? "cash" : paid;
  await tx.insert(payments).values({
    bookingId,
    method,
    direction: "in",
    kobo: paid === "half" ? Math.floor(kobo / 2) : kobo,
    reference: method === "cash" ? null : reference,
    actId: await demoAct(tx, "paid", later),
    at: later,
    ...BY,
  });
}
