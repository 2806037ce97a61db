/**
 * Bookings of the demo start, with prices, payments, a claim and cash on delivery, so that every screen of money has something to
 * show. All people and phones are made up; the mails go to .example, which reaches nobody.
 */
import { randomInt, randomUUID } from "node:crypto";
import { estimatedDelivery, type DeliveryType, type PackageType } from "../../app/domain/booking.ts";
import {
  type BookingStatus,
  DELIVERED,
  BOOKING_STATUSES,
  FIRST_STATUS,
  isOnTheWay,
  needsReason,
  STATUS_FACTS,
} from "../../app/domain/delivery-status.ts";
import { lagosDay } from "../../app/domain/dates.ts";
import type { PaymentMethod } from "../../app/domain/payment.ts";
import { codFeeOf } from "../../app/domain/settlement.ts";
import type { StateName } from "../../app/domain/states.ts";
import { drawTrackingCode, FIRST_LETTERS } from "../../app/domain/tracking-code.ts";
import type { Tx } from "../../app/platform/db/client.server.ts";
import {
  bookingCharges,
  cashOnDelivery,
  bookings,
  bookingEvents,
  payees,
  transferNotices,
  payments,
  settlementEntries,
} from "../../app/platform/db/schema.ts";
import { gramsOf, quote } from "../../app/money/prices/quote.ts";
import { SAMPLE_COD_FEE, SAMPLE_PRICES } from "./sample-prices.ts";

const BY = { byName: "Demo" };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NAIRA = 100;

type Paid = PaymentMethod | "half" | "claimed" | "";
type Person = [name: string, address: string, town: string, state: StateName];
type Sample = {
  daysAgo: number;
  from: Person;
  to: Person;
  goods: [description: string, kg: number, type: PackageType];
  service: DeliveryType;
  status: BookingStatus;
  paid: Paid;
  /** Naira to collect for the store, and whether staff recorded it. */
  collect?: [naira: number, recorded: boolean];
};

const ADAEZE: Person = ["Adaeze Obi", "14 Allen Avenue, Ikeja, Lagos", "Ikeja", "Lagos"];
const TUNDE: Person = ["Tunde Balogun", "5 Ring Road, Ibadan, Oyo", "Ibadan", "Oyo"];
const NGOZI: Person = ["Mama Ngozi Kitchen", "18 Ogunlana Drive, Surulere, Lagos", "Surulere", "Lagos"];
const MUSA: Person = ["Musa Ibrahim", "9 Bompai Road, Kano", "Kano", "Kano"];
const EBERE: Person = ["Ebere Nwosu", "22 Aba Road, Port Harcourt, Rivers", "Port Harcourt", "Rivers"];
const HAUWA: Person = ["Hauwa Bello", "3 Aminu Kano Crescent, Wuse, Abuja", "Wuse", "FCT"];
const IDRIS: Person = ["Idris Shehu", "7 Baga Road, Maiduguri, Borno", "Maiduguri", "Borno"];

const SAMPLES: readonly Sample[] = [
  { daysAgo: 34, from: ADAEZE, to: MUSA, goods: ["Ankara fabric", 4, "Parcel"], service: "standard", status: "delivered", paid: "transfer" },
  { daysAgo: 27, from: TUNDE, to: HAUWA, goods: ["Phone", 0.5, "Electronics"], service: "express", status: "delivered", paid: "pos" },
  { daysAgo: 21, from: HAUWA, to: EBERE, goods: ["School books", 8, "Box"], service: "standard", status: "delivered", paid: "cash" },
  { daysAgo: 15, from: NGOZI, to: TUNDE, goods: ["Party trays", 6, "Box"], service: "express", status: "delivered", paid: "transfer", collect: [48_000, true] },
  { daysAgo: 12, from: EBERE, to: ADAEZE, goods: ["Ceramic pots", 5, "Fragile"], service: "standard", status: "delivered", paid: "pos" },
  { daysAgo: 9, from: NGOZI, to: ADAEZE, goods: ["Small chops", 3, "Parcel"], service: "same_day", status: "delivered", paid: "cash", collect: [26_500, true] },
  { daysAgo: 8, from: ADAEZE, to: IDRIS, goods: ["Shea butter", 12, "Box"], service: "standard", status: "in_transit", paid: "half" },
  { daysAgo: 5, from: MUSA, to: HAUWA, goods: ["Leather sandals", 2, "Parcel"], service: "express", status: "failed", paid: "cash" },
  { daysAgo: 3, from: NGOZI, to: HAUWA, goods: ["Jollof, frozen", 7, "Box"], service: "express", status: "delivered", paid: "transfer", collect: [32_000, false] },
  { daysAgo: 2, from: TUNDE, to: MUSA, goods: ["Certificates", 0.5, "Document"], service: "express", status: "in_transit", paid: "claimed" },
  { daysAgo: 1, from: ADAEZE, to: EBERE, goods: ["Laptop", 3, "Electronics"], service: "express", status: "pending", paid: "" },
  // Heavier than the list goes: staff tell the price.
  { daysAgo: 0, from: EBERE, to: MUSA, goods: ["Generator", 120, "Box"], service: "standard", status: "pending", paid: "" },
  { daysAgo: 0, from: HAUWA, to: TUNDE, goods: ["Birthday dress", 1, "Parcel"], service: "standard", status: "pending", paid: "online" },
]; // prettier-ignore

/** No such number is given to anybody: 0800 662 is ours. */
const phoneOf = ([name]: Person) => `+23480066202${String(10 + (name.length % 80))}`;

/** The statuses on the usual way to this one, with it. */
function usualWayTo(status: BookingStatus): BookingStatus[] {
  const before = BOOKING_STATUSES.find((one) => STATUS_FACTS[one].next.includes(status));
  return status === FIRST_STATUS || !before ? [status] : [...usualWayTo(before), status];
}

/** Adds them where there is no booking, with a store that money is collected for. Prices are those of version 1. */
export async function addSampleBookings(tx: Tx, at: Date, storeId: string): Promise<number> {
  const [any] = await tx.select({ id: bookings.id }).from(bookings).limit(1);
  if (any) return 0;
  const account = { bank: "Zenith Bank", accountName: "Mama Ngozi Kitchen", accountNumber: "0000005678" };
  const since = new Date(at.getTime() - 40 * DAY);
  const [payee] = await tx
    .insert(payees)
    .values({ storeId, ...account, accountSince: since, createdAt: since })
    .returning({ id: payees.id });
  if (!payee) throw new Error("no payee");
  for (const sample of SAMPLES) await addOne(tx, at, payee.id, sample);
  await tx.insert(settlementEntries).values({
    payeeId: payee.id,
    kind: "paid_out",
    method: "transfer",
    grossKobo: -30_000 * NAIRA,
    reference: "FTDEMO01",
    paidTo: "Zenith Bank •••• 5678",
    at: new Date(at.getTime() - 7 * DAY),
    ...BY,
  });
  return SAMPLES.length;
}

async function addOne(tx: Tx, now: Date, payeeId: string, sample: Sample): Promise<void> {
  const { from, to, goods, service, status, paid, collect } = sample;
  const [description, kg, packageType] = goods;
  const at = new Date(now.getTime() - sample.daysAgo * DAY - 2 * HOUR);
  const isOver = !isOnTheWay(status);
  const steps = usualWayTo(status);
  const ended = isOver ? new Date(at.getTime() + 30 * HOUR) : at;
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
      status,
      version: steps.length,
      estimatedDelivery: estimatedDelivery(service, at),
      createdAt: at,
      updatedAt: ended,
      deliveredAt: status === DELIVERED ? ended : null,
    })
    .returning({ id: bookings.id });
  if (!booking) throw new Error("no booking");
  const bookingId = booking.id;
  await tx.insert(bookingEvents).values(
    steps.map((toStatus, n) => ({
      bookingId,
      occurredAt: [at, new Date(at.getTime() + HOUR), ended][n] ?? ended,
      kind: n === 0 ? ("booked" as const) : ("status_set" as const),
      fromStatus: n === 0 ? null : steps[n - 1],
      toStatus,
      byName: n === 0 ? null : BY.byName,
      reason: needsReason(toStatus) ? ("nobody_home" as const) : null,
    })),
  );
  const parcel = { from: from[3], to: to[3], grams: gramsOf(kg), packageType, service, declaredKobo: 0 };
  const price = quote(SAMPLE_PRICES, { ...parcel, day: lagosDay(at) });
  if (price.ok) {
    const { lines, totalKobo } = price;
    await tx
      .insert(bookingCharges)
      .values({ bookingId, kind: "quoted", priceListVersion: 1, lines, totalKobo, at });
    await pay(tx, { bookingId, kobo: totalKobo, paid, at });
  }
  if (!collect) return;
  const [naira, recorded] = collect;
  const kobo = naira * NAIRA;
  await tx.insert(cashOnDelivery).values({
    bookingId,
    payeeId,
    amountKobo: kobo,
    codFeePerMille: SAMPLE_COD_FEE.perMille,
    codFeeMinimumKobo: SAMPLE_COD_FEE.minimumKobo,
    createdAt: at,
  });
  if (recorded)
    await tx.insert(settlementEntries).values({
      payeeId,
      bookingId,
      kind: "collected",
      method: "cash",
      grossKobo: kobo,
      codFeeKobo: codFeeOf(kobo, SAMPLE_COD_FEE),
      at: ended,
      ...BY,
    });
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
    at: later,
    ...BY,
  });
}
