/**
 * Bookings of the demo, with prices, payments, a transfer notice and cash on delivery, so that every screen about money has
 * content. All people and phones are fictitious. The mails go to .example, which does not exist.
 */
import { eq } from "drizzle-orm";
import type { DeliveryType, PackageType } from "../../app/domain/booking.ts";
import {
  type BookingStatus,
  DELIVERED,
  BOOKING_STATUSES,
  FIRST_STATUS,
  isOnTheWay,
  needsReason,
  STATUS_FACTS,
} from "../../app/domain/delivery-status.ts";
import { codFeeOf } from "../../app/domain/settlement.ts";
import type { Tx } from "../../app/platform/db/client.server.ts";
import { bookings, bookingEvents, payees, pieces, settlementEntries } from "../../app/platform/db/schema.ts";
import { actOf } from "../../app/access/author.server.ts";
import { asSystem } from "../../app/access/actors.server.ts";
import { movePieces } from "../../app/parcels/custody/move-pieces.server.ts";
import { BY, bookSample, DAY, demoAct, HOUR, NAIRA, type Paid } from "./book-sample.ts";
import { ADAEZE, EBERE, HAUWA, IDRIS, MUSA, NGOZI, TUNDE, type Person } from "./sample-people.ts";
import { SAMPLE_COD_FEE } from "./sample-prices.ts";

type Sample = {
  daysAgo: number;
  from: Person;
  to: Person;
  goods: [description: string, kg: number, type: PackageType];
  service: DeliveryType;
  status: BookingStatus;
  paid: Paid;
  /** The amount in naira to collect from the receiver for the store, and true if staff recorded its collection. */
  collect?: [naira: number, recorded: boolean];
};

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
  // The generator is above the price list's maximum weight, so staff set its price.
  { daysAgo: 0, from: EBERE, to: MUSA, goods: ["Generator", 120, "Box"], service: "standard", status: "pending", paid: "" },
  { daysAgo: 0, from: HAUWA, to: TUNDE, goods: ["Birthday dress", 1, "Parcel"], service: "standard", status: "pending", paid: "online" },
]; // prettier-ignore

/** The statuses that a booking has on its way from Pending to `status`, with both ends. */
function usualWayTo(status: BookingStatus): BookingStatus[] {
  const before = BOOKING_STATUSES.find((one) => STATUS_FACTS[one].next.includes(status));
  return status === FIRST_STATUS || !before ? [status] : [...usualWayTo(before), status];
}

/**
 * Adds the sample bookings if there are no bookings, with a store as payee and prices of version 1 of the price list.
 * Returns their number and the store's payee; null if there were bookings.
 */
export async function addSampleBookings(
  tx: Tx,
  at: Date,
  storeId: string,
): Promise<{ count: number; payeeId: string } | null> {
  const [any] = await tx.select({ id: bookings.id }).from(bookings).limit(1);
  if (any) return null;
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
    actId: await demoAct(tx, "paid_out", new Date(at.getTime() - 7 * DAY)),
    kind: "paid_out",
    method: "transfer",
    grossKobo: -30_000 * NAIRA,
    reference: "FTDEMO01",
    paidTo: "Zenith Bank •••• 5678",
    at: new Date(at.getTime() - 7 * DAY),
    ...BY,
  });
  return { count: SAMPLES.length, payeeId: payee.id };
}

async function addOne(tx: Tx, now: Date, payeeId: string, sample: Sample): Promise<void> {
  const { status, collect, ...booked } = sample;
  const at = new Date(now.getTime() - sample.daysAgo * DAY - 2 * HOUR);
  const [naira = 0, recorded = false] = collect ?? [];
  const { id: bookingId } = await bookSample(tx, {
    ...booked,
    at,
    ...(collect && { collect: { payeeId, naira } }),
  });
  const steps = usualWayTo(status);
  const ended = isOnTheWay(status) ? at : new Date(at.getTime() + 30 * HOUR);
  for (const [n, toStatus] of steps.entries()) {
    if (n === 0) continue;
    const occurredAt = n === 1 ? new Date(at.getTime() + HOUR) : ended;
    await tx.insert(bookingEvents).values({
      bookingId,
      actId: await demoAct(tx, "status_set", occurredAt),
      occurredAt,
      receivedAt: occurredAt,
      fromStatus: steps[n - 1],
      toStatus,
      byName: BY.byName,
      reason: needsReason(toStatus) ? "nobody_home" : null,
    });
  }
  await tx
    .update(bookings)
    .set({
      status,
      version: steps.length,
      updatedAt: ended,
      deliveredAt: status === DELIVERED ? ended : null,
    })
    .where(eq(bookings.id, bookingId));
  if (status === DELIVERED) await giveToReceiver(tx, bookingId, ended);
  if (recorded)
    await tx.insert(settlementEntries).values({
      payeeId,
      bookingId,
      actId: await demoAct(tx, "collected", ended),
      kind: "collected",
      method: "cash",
      grossKobo: naira * NAIRA,
      codFeeKobo: codFeeOf(naira * NAIRA, SAMPLE_COD_FEE),
      at: ended,
      ...BY,
    });
}

async function giveToReceiver(tx: Tx, bookingId: string, at: Date): Promise<void> {
  const rows = await tx.select({ id: pieces.id }).from(pieces).where(eq(pieces.bookingId, bookingId));
  await movePieces(
    { tx, act: actOf({ tx, actor: asSystem(BY.byName), at }, "delivered") },
    rows.map(({ id }) => ({
      pieceId: id,
      to: { kind: "receiver", id: null },
      occurredAt: at,
      method: "typed",
    })),
  );
}
