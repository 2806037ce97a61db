/** WAYBILL-2: the waybills of bookings, found through who may see whole addresses. */
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { SentCode } from "../bookings/sender-browser.server.ts";
import type { Admin, Customer, StoreOwner } from "../../access/actor.ts";
import { formatPhone } from "../../domain/phone.ts";
import { cashOnDelivery, bookings, orders, stores } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { drawBarcodes } from "./barcodes.server.ts";
import { MOST_WAYBILLS, type Waybill } from "./waybill.ts";

const columns = {
  code: bookings.trackingCode,
  bookedAt: bookings.createdAt,
  senderName: bookings.senderName,
  senderAddress: bookings.senderAddress,
  senderTown: bookings.senderTown,
  senderState: bookings.senderState,
  receiverName: bookings.receiverName,
  receiverPhone: bookings.receiverPhone,
  receiverAddress: bookings.receiverAddress,
  receiverTown: bookings.receiverTown,
  receiverState: bookings.receiverState,
  service: bookings.deliveryType,
  packageType: bookings.packageType,
  weightKg: bookings.packageWeight,
  collectKobo: cashOnDelivery.amountKobo,
};
type Row = Awaited<ReturnType<typeof select>>[number];

export type Found = {
  waybills: Waybill[];
  /** Codes that no booking has. */
  unknown: string[];
  /** Codes beyond the most of one print; print them next. */
  later: string[];
};

/** For staff: the waybills of these codes, in this order; at most 100, the rest is named. */
export async function readStaffWaybills(
  services: Services,
  _admin: Admin,
  codes: readonly string[],
): Promise<Found> {
  const now = codes.slice(0, MOST_WAYBILLS);
  const waybills = await find(services, inArray(bookings.trackingCode, now), now);
  const found = new Set(waybills.map(({ code }) => code));
  return {
    waybills,
    unknown: now.filter((code) => !found.has(code)),
    later: codes.slice(MOST_WAYBILLS),
  };
}

/** For a store owner: the waybills of the bookings of own orders among these codes. Others are left out. */
export async function readStoreWaybills(
  services: Services,
  owner: StoreOwner,
  storeId: string,
  codes: readonly string[],
): Promise<Waybill[]> {
  const now = codes.slice(0, MOST_WAYBILLS);
  const ownOrders = services.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .where(and(eq(stores.id, storeId), eq(stores.userId, owner.person.id)));
  const own = and(inArray(bookings.trackingCode, now), inArray(bookings.orderId, ownOrders));
  return find(services, own, now);
}

/** For the customer whom the booking belongs to; null for anybody else's. */
export async function readOwnWaybill(
  services: Services,
  customer: Customer,
  code: string,
): Promise<Waybill | null> {
  const own = and(eq(bookings.trackingCode, code), eq(bookings.customerId, customer.person.id));
  const [waybill] = await find(services, own, [code]);
  return waybill ?? null;
}

/** For the guest's browser that made the booking. */
export async function readSentWaybill(services: Services, code: SentCode): Promise<Waybill | null> {
  const [waybill] = await find(services, eq(bookings.trackingCode, code), [code]);
  return waybill ?? null;
}

async function find(
  services: Services,
  where: SQL | undefined,
  codes: readonly string[],
): Promise<Waybill[]> {
  if (codes.length === 0) return [];
  await notePrinted(services, where);
  const rows = await select(services, where, codes.length);
  const order = new Map(codes.map((code, index) => [code, index]));
  rows.sort((a, b) => (order.get(a.code) ?? 0) - (order.get(b.code) ?? 0));
  const waybills: Waybill[] = [];
  for (const row of rows) waybills.push(await toWaybill(services.origin, row));
  return waybills;
}

/** BOOK-28: before they are read, so that a correction is either on the waybill or refused. */
const notePrinted = ({ db, now }: Services, where: SQL | undefined) =>
  db
    .update(bookings)
    .set({ labelPrintedAt: now() })
    .where(and(where, isNull(bookings.labelPrintedAt)));

const select = ({ db }: Services, where: SQL | undefined, most: number) =>
  db
    .select(columns)
    .from(bookings)
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(where)
    .limit(most);

async function toWaybill(origin: string, row: Row): Promise<Waybill> {
  const { code, bookedAt, service, packageType, weightKg, collectKobo } = row;
  return {
    code,
    bookedAt,
    service,
    packageType,
    weightKg,
    collectKobo,
    pieces: 1,
    from: {
      name: row.senderName,
      address: row.senderAddress,
      town: row.senderTown,
      state: row.senderState,
    },
    to: {
      name: row.receiverName,
      phone: formatPhone(row.receiverPhone),
      address: row.receiverAddress,
      town: row.receiverTown,
      state: row.receiverState,
    },
    ...(await drawBarcodes(code, `${origin}/track?code=${code}`)),
  };
}
