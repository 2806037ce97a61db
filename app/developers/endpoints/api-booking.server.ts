/** API-3: bookings in the form that the API shows. A booking is found through the owner of the API key. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { ApiClient } from "../../access/actor.ts";
import type { KeyOwner } from "../../domain/api-keys.ts";
import { isLate } from "../../domain/booking.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { FIRST_STATUS, isUndelivered } from "../../domain/delivery-status.ts";
import { failureReason, type FailureReason } from "../../domain/failure-reasons.ts";
import { dayData } from "../../domain/promise.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import {
  apiBookings,
  bookingBalances,
  bookings,
  businessBookings,
  cashOnDelivery,
} from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { kobo, PARCEL_TYPES, type ApiBooking } from "./schemas.ts";

/**
 * The condition that a booking belongs to a store: it is made from an order of the store or with the store's API key.
 */
const ofStore = (storeId: unknown) =>
  sql`(exists (select from orders o where o.id = ${bookings.orderId} and o.store_id = ${storeId}::uuid)
    or ${apiBookings.ownerId} = ${storeId}::uuid)`;

const ofBusiness = (businessId: unknown) =>
  sql`exists (select from business_bookings bb where bb.booking_id = ${bookings.id} and bb.business_id = ${businessId}::uuid)`;
const ofCustomer = (userId: unknown) => sql`${bookings.customerId} = ${userId}::uuid`;

const CONDITIONS = { customer: ofCustomer, store: ofStore, business: ofBusiness };

/** Returns the condition that a booking belongs to the key's owner: a person, a store or a business. */
export const ofKeyOwner = ({ owner }: Pick<ApiClient, "owner">): SQL => CONDITIONS[owner.kind](owner.id);

const columns = {
  id: bookings.id,
  code: bookings.trackingCode,
  status: bookings.status,
  service: bookings.deliveryType,
  promisedDay: bookings.promisedDay,
  createdAt: bookings.createdAt,
  updatedAt: bookings.updatedAt,
  deliveredAt: bookings.deliveredAt,
  paysDelivery: bookings.paysDelivery,
  senderName: bookings.senderName,
  senderPhone: bookings.senderPhone,
  senderEmail: bookings.senderEmail,
  senderAddress: bookings.senderAddress,
  senderTown: bookings.senderTown,
  senderState: bookings.senderState,
  receiverName: bookings.receiverName,
  receiverPhone: bookings.receiverPhone,
  receiverEmail: bookings.receiverEmail,
  receiverAddress: bookings.receiverAddress,
  receiverTown: bookings.receiverTown,
  receiverState: bookings.receiverState,
  description: bookings.packageDescription,
  weight: bookings.packageWeight,
  packageType: bookings.packageType,
  pieces: bookings.pieces,
  declaredKobo: bookings.declaredValueKobo,
  priceKobo: bookingBalances.priceKobo,
  paidKobo: bookingBalances.paidKobo,
  collectKobo: cashOnDelivery.amountKobo,
  reference: apiBookings.reference,
  metadata: apiBookings.metadata,
  costCentre: businessBookings.costCentre,
  reason: sql<FailureReason | null>`(select e.reason from booking_events e
    where e.booking_id = ${bookings.id} and e.reason is not null order by e.id desc limit 1)`,
  quotedKobo: sql<number | null>`(select c.total_kobo::float8 from booking_charges c
    where c.booking_id = ${bookings.id} order by c.id limit 1)`,
};

const readRows = (db: Db) =>
  db
    .select(columns)
    .from(bookings)
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .leftJoin(apiBookings, eq(apiBookings.bookingId, bookings.id))
    .leftJoin(businessBookings, eq(businessBookings.bookingId, bookings.id));

const ofCode = eq(bookings.trackingCode, sql.placeholder("code"));
const byCodeOf = (kind: KeyOwner["kind"]) =>
  preparedOnce((db) =>
    readRows(db)
      .where(and(ofCode, CONDITIONS[kind](sql.placeholder("owner"))))
      .prepare(`api_booking_of_${kind}`),
  );
const BY_CODE = {
  customer: byCodeOf("customer"),
  store: byCodeOf("store"),
  business: byCodeOf("business"),
};

export type ApiBookingRow = Awaited<ReturnType<ReturnType<typeof readRows>["execute"]>>[number];

/** Finds a booking of the key's owner by its code. Returns null if another owner has the booking. */
export async function findApiBooking(db: Db, client: ApiClient, code: string): Promise<ApiBookingRow | null> {
  const { kind, id: owner } = client.owner;
  const [row] = code.length <= 40 ? await BY_CODE[kind](db).execute({ code, owner }) : [];
  return row ?? null;
}

export const findApiBookings = (
  db: Db,
  client: Pick<ApiClient, "owner">,
  { where, orderBy, limit }: { where: SQL | undefined; orderBy: SQL[]; limit: number },
): Promise<ApiBookingRow[]> =>
  readRows(db)
    .where(and(ofKeyOwner(client), where))
    .orderBy(...orderBy)
    .limit(limit);

export function shownBooking(services: Services, client: ApiClient, row: ApiBookingRow): ApiBooking {
  const failed = isUndelivered(row.status) && row.reason;
  return {
    code: row.code,
    reference: row.reference,
    mode: client.mode,
    status: row.status,
    reason: failed ? { code: failed, text: failureReason(failed).publicText } : null,
    service: row.service,
    promised_day: dayData(row.promisedDay),
    late: isLate(row, startOfLagosDay(services.now())),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    delivered_at: row.deliveredAt?.toISOString() ?? null,
    price: client.seesMoney ? kobo(row.priceKobo) : null,
    paid: client.seesMoney ? kobo(row.paidKobo ?? 0) : null,
    collect: kobo(row.collectKobo),
    pays_delivery: row.paysDelivery,
    cost_centre: row.costCentre,
    sender: partyOf(row, "sender"),
    receiver: partyOf(row, "receiver"),
    parcel: {
      description: row.description,
      weight_kg: row.weight,
      type: PARCEL_TYPES.find((type) => type === row.packageType.toLowerCase())!,
      pieces: row.pieces,
      declared_value: kobo(row.declaredKobo),
    },
    tracking_url: `${services.origin}/track?code=${row.code}`,
    metadata: row.metadata ?? {},
  };
}

/** Returns the booking in its first state, so that a repeated request gets the first answer. */
export function asBooked(services: Services, client: ApiClient, row: ApiBookingRow): ApiBooking {
  return {
    ...shownBooking(services, client, row),
    ...{ status: FIRST_STATUS, reason: null, late: false, delivered_at: null },
    paid: client.seesMoney ? kobo(0) : null,
    price: client.seesMoney ? kobo(row.quotedKobo) : null,
    updated_at: row.createdAt.toISOString(),
  };
}

const partyOf = (row: ApiBookingRow, who: "sender" | "receiver") => ({
  name: row[`${who}Name`],
  phone: row[`${who}Phone`],
  email: row[`${who}Email`] || null,
  address: row[`${who}Address`],
  town: row[`${who}Town`],
  state: row[`${who}State`],
});
