/** Making bookings. Staff change their status in change-status.server.ts. */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import { actAuthor } from "../../access/author.server.ts";
import { everybody, staff } from "../../access/by.server.ts";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { middayOf } from "../../domain/dates.ts";
import type { DeliveryDays } from "../../domain/delivery-days.ts";
import { daysOf } from "../../domain/places-days.ts";
import { isPhoneChannel } from "../../domain/receiver-messages.ts";
import { tellReceivers, usableChannels } from "../../notifications/tell-receivers.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import { bookings, profiles } from "../../platform/db/schema.ts";
import { againAfterConflict, transact } from "../../platform/db/transact.server.ts";
import { foldEmail } from "../../platform/http/fields.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import type { StoredKey } from "../../platform/operations/operation-key.server.ts";
import { operation, type LooseWork } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { freezeQuote, quoteForBooking } from "../../money/prices/charges.server.ts";
import { creditOf, useCredit } from "../../money/referrals/credit.server.ts";
import {
  askCollection,
  storeCollection,
  type AskedCollection,
} from "../../money/settlements/cod-request.server.ts";
import type { ApiFacts } from "./api-facts.ts";
import { countBooking } from "./booking-limits.server.ts";
import { newBooking, newCounterBooking, type NewBooking } from "./booking-form-schema.ts";
import { recordCounterBooking } from "./counter-booking.server.ts";
import { refuseWithoutHub } from "./hub-choices.server.ts";
import { daysRules } from "../../places/days-rules.server.ts";
import { bookedBefore, refuse, refuseUnserved } from "./messages.ts";
import { findOrderToBook, type OrderToBook } from "./order-to-book.server.ts";
import { storeBooking, type BookingToStore } from "./store-booking.server.ts";

type Booker = Customer | Guest | Admin;
type Work = LooseWork<Booker>;
export type Booked = {
  ok: true;
  trackingCode: string;
  /** The store's order that the booking delivers; null without one. */
  order: { id: string; storeId: string } | null;
};

/** The form's key is stored in the row of the booking, in which `findBookings` finds it (BOOK-8). */
export const keyed = {
  firstUses: findBookings,
  varying: ["origin", "destination"] as const,
  conflict: ({ trackingCode }: Booked) => bookedBefore(trackingCode),
  publish: ({ order }: Booked) => [
    "bookings" as const,
    ...(order ? [`order:${order.id}` as const, `store:${order.storeId}` as const] : []),
  ],
};

/**
 * Books a delivery for its sender: row, first event, price (PRICE-6) and the sender's mail job, by one statement if
 * nothing else is written. A repeated key returns the first code and stores nothing; with other content it is refused
 * (BOOK-8). Refuses (field errors) an address whose state is unknown or contradicts the chosen state, Same Day between
 * two places (BOOK-18), a state that is not served (COMPANY-6), an inactive hub and a payer that needs a hub (BOOK-29,
 * BOOK-31). Also refuses an unknown referral code, the sender's own referral code, a COD request that is not allowed
 * (COD-1, COD-2), and bookings above the limits of BOOK-17. Weight in kg, amounts in kobo.
 *
 * `order` is an order of the actor's own store (ORDER-5). An order has one delivery; if it is booked already, the
 * existing tracking code is returned. Refuses an order of another owner as not found, and a COD request for another
 * amount than the order's total (COD-2).
 */
export const createBooking = operation({
  name: "bookings.create",
  by: everybody,
  input: z.intersection(z.object({ order: z.string().max(40).default("") }), newBooking),
  ...keyed,
  perform: async (work: LooseWork<Customer | Guest>, { order: asked, ...input }) => {
    if (asked === "") return book(work, input, null);
    const order = await findOrder(work, asked);
    if (!order) return refuse("not_found", "unknown_order");
    if (order.trackingCode) return booked(order.trackingCode);
    if (input.collect > 0 && input.collect !== order.totalKobo)
      return refuse("invalid", "other_total", { totalKobo: order.totalKobo });
    return book(work, input, order);
  },
});

/**
 * STAFF-24: books for a walk-in customer, who may have no email, without the limits of BOOK-17. The log names the member of
 * staff. Refuses roles without the permission.
 */
export const bookAtCounter = operation({
  name: "bookings.book_at_counter",
  by: staff("bookForCustomer"),
  input: newCounterBooking,
  ...keyed,
  perform: (work: LooseWork<Admin>, input) => book(work, input, null),
});

const booked = (trackingCode: string, order: Booked["order"] = null): Booked => ({
  ok: true,
  trackingCode,
  order,
});

/**
 * Makes a booking; null if the form's key made a booking meanwhile. `api`: the facts of a booking by an API key, whose
 * limits its own operation counts.
 */
export async function book(
  work: Work,
  input: NewBooking,
  order: OrderToBook | null,
  api: ApiFacts | null = null,
): Promise<Booked | Refusal | null> {
  const { services, actor, at } = work;
  const limited = api ? null : await countBooking(work, input.senderEmail);
  if (limited) return limited;
  const letters = await services.company();
  const unserved = refuseUnserved(letters, input) ?? (await refuseWithoutHub(services, input));
  if (unserved) return unserved;
  const referrer = await findReferrer(services.db, actor, input);
  const orderId = order?.id ?? null;
  const collection = await askCollection(services, actor, input, orderId, at);
  const wrong = "error" in collection ? refuse("invalid", "wrong_collect", { text: collection.error }) : null;
  if ("code" in referrer) return { ...referrer, errors: { ...referrer.errors, ...wrong?.errors } };
  if ("error" in collection) return wrong;
  const { packageWeight: kg, declaredValue: declaredKobo } = input;
  const lane = { from: input.origin.state, to: input.destination.state };
  const price = await quoteForBooking(services, { ...input, ...lane, kg, declaredKobo }, at);
  const days = daysOf(await daysRules(services, at), at, {
    service: input.deliveryType,
    from: input.origin,
    to: input.destination,
    dropOffHubId: input.dropOffHub || null,
  });
  const row = rowOf(work, input, { orderId, referrerId: referrer.id, days });
  const author = api?.author ?? actAuthor(actor);
  const stored = await store(work, { row, author, price, letters, api }, collection.asked);
  if (stored) return booked(stored.trackingCode, order);
  // Nothing was stored, because another window has booked the order meanwhile, or the form's key has made a booking.
  const code = order && (await findOrder(work, order.id))?.trackingCode;
  return code ? booked(code) : null;
}

/** The columns of a booking. A field of the form fills the column of the same name; the other columns are listed. */
function rowOf(
  { actor, at, claimed }: Work,
  input: NewBooking,
  { days, ...of }: { orderId: string | null; referrerId: string | null; days: DeliveryDays },
) {
  const { origin, destination, declaredValue, dropOffHub, ...fields } = input;
  const { collect: _, senderStateSure: _from, receiverStateSure: _to, ...typed } = fields;
  return {
    ...typed,
    ...of,
    formKey: claimed?.key ?? randomUUID(),
    formHash: claimed?.hash ?? null,
    customerId: actor.kind === "customer" ? actor.person.id : null,
    senderTown: origin.town,
    senderState: origin.state,
    receiverTown: destination.town,
    receiverState: destination.state,
    declaredValueKobo: declaredValue || null,
    dropOffHubId: dropOffHub || null,
    referralCode: input.referralCode ? input.referralCode.toUpperCase() : null,
    pickupDay: days.pickupDay,
    estimatedDelivery: middayOf(days.lastDay),
    createdAt: at,
    updatedAt: at,
  };
}

/**
 * Stores a booking by one statement, or in a transaction if it needs further rows: a log row of staff, a COD request,
 * the sender's credit (REWARD-3), a message to the receiver (TELL-1). Null if the form's key or the order already has a
 * booking.
 */
async function store({ services, actor, at }: Work, booking: BookingToStore, asked: AskedCollection) {
  const { db } = services;
  const { price } = booking;
  const payer =
    actor.kind === "customer" && price && (await creditOf(db, actor.person.id)) > 0 ? actor.person : null;
  // API-4: a booking of a program sends no paid message before we hold a piece of it.
  const tells = usableChannels(services, await services.company(), "booked").some((channel) =>
    isPhoneChannel(channel) ? !booking.api : booking.row.receiverEmail,
  );
  if (actor.kind !== "admin" && !asked && !payer && !tells)
    return againAfterConflict(() => storeBooking(services, db, booking));
  return transact(db, async (tx) => {
    const row = await storeBooking(services, tx, { ...booking, price: payer ? null : price });
    if (!row) return null;
    await recordCounterBooking(tx, actor, at, row);
    await storeCollection(tx, row.id, asked, at);
    if (tells) await tellReceivers({ services, tx, at }, "booked", [row.id], { free: !!booking.api });
    if (!payer || !price) return row;
    const lowered = await useCredit(tx, { userId: payer.id, bookingId: row.id, price, at });
    await freezeQuote(tx, row.id, lowered, at);
    return row;
  });
}

const bookingsByKeys = preparedOnce((db) =>
  db
    .select({ key: bookings.formKey, formHash: bookings.formHash, trackingCode: bookings.trackingCode })
    .from(bookings)
    .where(sql`${bookings.formKey} = any(${sql.placeholder("keys")}::uuid[])`)
    .prepare("bookings_by_keys"),
);

/** The bookings that a form's key made. */
async function findBookings({ db }: Services, keys: readonly string[]): Promise<StoredKey<Booked>[]> {
  const rows = await bookingsByKeys(db).execute({ keys });
  return rows.map(({ trackingCode, ...kept }) => ({ ...kept, response: booked(trackingCode) }));
}

/** An order of the actor's own store; null if it belongs to another owner. */
function findOrder({ services, actor }: Work, id: string): Promise<OrderToBook | null> | null {
  return actor.kind === "customer" && isUuid(id) ? findOrderToBook(services.db, actor, id) : null;
}

/**
 * The owner of a referral code; the id is null if no code was given. Refuses an unknown code, and the sender's own
 * code.
 */
async function findReferrer(
  db: Services["db"],
  actor: Booker,
  { referralCode, senderEmail }: NewBooking,
): Promise<{ id: string | null } | Refusal> {
  if (!referralCode) return { id: null };
  const [referrer] = await db
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.referralCode, referralCode.trim().toUpperCase()));
  if (!referrer) return refuse("invalid", "unknown_referral");
  const own =
    (actor.kind === "customer" && actor.person.id === referrer.id) ||
    referrer.email === foldEmail(senderEmail);
  return own ? refuse("invalid", "own_referral") : { id: referrer.id };
}
