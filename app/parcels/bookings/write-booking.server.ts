/** Checks a booking outside any transaction. Writes the checked booking in the caller's transaction. */
import { randomUUID } from "node:crypto";
import { actAuthor } from "../../access/author.server.ts";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { normaliseReferralCode } from "../../domain/referral-code.ts";
import { middayOf } from "../../domain/dates.ts";
import type { DeliveryDays } from "../../domain/delivery-days.ts";
import { isPhoneChannel } from "../../domain/receiver-messages.ts";
import { tellReceivers, usableChannels } from "../../notifications/tell-receivers.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { ReservedKey } from "../../platform/operations/operation-key.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { freezeQuote, quoteForBooking, type FrozenQuote } from "../../money/prices/charges.server.ts";
import { creditOf, useCredit } from "../../money/referrals/credit.server.ts";
import {
  askCollection,
  storeCollection,
  type AskedCollection,
} from "../../money/settlements/cod-request.server.ts";
import {
  refuseOverLimit,
  storeForBusiness,
  type BookingBusiness,
} from "../../money/businesses/on-account.server.ts";
import type { ApiFacts } from "./api-facts.ts";
import type { NewBooking } from "./booking-form-schema.ts";
import { logBookingChange } from "./change-booking.server.ts";
import { forBusiness } from "./for-business.server.ts";
import { refuseWithoutHub } from "./hub-choices.server.ts";
import { refuse, refuseUnserved } from "./messages.ts";
import { readOnce, type Reads } from "../../platform/db/read-once.ts";
import { storeBooking, type BookingToStore } from "./store-booking.server.ts";
import { findReferrer } from "./find-referrer.server.ts";
import { daysOfBooking } from "./days-of-booking.server.ts";

export type Booker = Customer | Guest | Admin;
export type Booking = { services: Services; actor: Booker; at: Date };

export type BookingOf = {
  /** The key of the form or of the batch's row, which is stored in the booking's row. */
  reserved: ReservedKey | null;
  orderId?: string | null;
  /** The store that gets the collected money. Without a store, the actor gets the money. */
  storeId?: string | null;
  batchId?: string | null;
  api?: ApiFacts | null;
  /** The business of a batch or API key. Null for a form, in which a member chooses the payer. */
  businessId?: string | null;
  /** The part of the business's limit, in kobo, that earlier rows of the batch use. */
  taken?: number;
  /** Data already read for other rows of the batch. */
  reads?: Reads;
};

export type CheckedBooking = {
  ok: true;
  booking: BookingToStore;
  asked: AskedCollection;
  business: BookingBusiness | null;
  payerId: string | null;
  /** True if the receiver may get a message right after the booking. */
  tells: boolean;
};

/**
 * Checks a parsed form and finds its price at the time `at`. Writes nothing. Do not call this function inside a
 * transaction. Refuses (field errors):
 * - a state that the company does not serve (COMPANY-6)
 * - an inactive hub, and without any active hub a payer from whom a rider would collect (BOOK-29, BOOK-31)
 * - a day without pickups (BOOK-32)
 * - an unknown referral code, and the sender's own referral code
 * - a COD request that is not allowed (COD-1, COD-2)
 * - everything that `forBusiness` refuses
 */
export async function checkBooking(
  work: Booking,
  input: NewBooking,
  of: BookingOf,
): Promise<CheckedBooking | Refusal> {
  const { services, actor, at } = work;
  const letters = await services.company();
  const unserved = refuseUnserved(letters, input) ?? (await refuseWithoutHub(services, input));
  if (unserved) return unserved;
  const referrer = await findReferrer(services.db, actor, input);
  const collection = await askCollection(services, actor, input, of, at);
  const wrong = "error" in collection ? refuse("invalid", "wrong_collect", { text: collection.error }) : null;
  if ("code" in referrer) return { ...referrer, errors: { ...referrer.errors, ...wrong?.errors } };
  if ("error" in collection) return wrong!;
  const { packageWeight: kg, declaredValue: declaredKobo } = input;
  const lane = { from: input.origin.state, to: input.destination.state };
  const parcel = { ...input, ...lane, kg, declaredKobo };
  const listed = await quoteForBooking(services, parcel, at);
  const found = await forBusiness(work, input, of, { parcel, price: listed });
  if ("code" in found) return found;
  const { business, price } = found;
  const days = await daysOfBooking(services, input, at);
  if ("code" in days) return days;
  const row = rowOf(work, input, { ...of, referrerId: referrer.id, days });
  const { api = null, batchId = null } = of;
  // API-4, BULK-8: bookings by API keys and batches send paid messages only once a piece has left the sender.
  const tells = usableChannels(services, letters, "booked").some((channel) =>
    isPhoneChannel(channel) ? !api && !batchId : input.receiverEmail,
  );
  return {
    ok: true,
    booking: { row, author: api?.author ?? actAuthor(actor), price, letters, api },
    asked: collection.asked,
    business,
    // Credit from referrals belongs to a person, so this credit never pays for a business.
    payerId: business ? null : await whoseCreditPays(work, price, of.reads),
    tells,
  };
}

/**
 * Returns the booking's row. A column with the name of a form field gets the field's value. All other columns are
 * listed here.
 */
function rowOf(
  { actor, at }: Booking,
  input: NewBooking,
  {
    reserved,
    orderId = null,
    batchId = null,
    referrerId,
    days,
  }: BookingOf & { referrerId: string | null; days: DeliveryDays },
) {
  const { origin, destination, declaredValue, dropOffHub, pickupHalf, ...fields } = input;
  const {
    collect: _,
    costCentre: _centre,
    senderStateSure: _from,
    receiverStateSure: _to,
    ...typed
  } = fields;
  return {
    ...typed,
    ...{ orderId, batchId, referrerId },
    formKey: reserved?.key ?? randomUUID(),
    formHash: reserved?.hash ?? null,
    customerId: actor.kind === "customer" ? actor.person.id : null,
    senderTown: origin.town,
    senderState: origin.state,
    receiverTown: destination.town,
    receiverState: destination.state,
    declaredValueKobo: declaredValue || null,
    dropOffHubId: dropOffHub || null,
    referralCode: normaliseReferralCode(input.referralCode) || null,
    pickupDay: days.pickupDay,
    pickupHalf: dropOffHub ? null : pickupHalf || null,
    estimatedDelivery: middayOf(days.lastDay),
    createdAt: at,
    updatedAt: at,
  };
}

/** REWARD-3: returns the id of the person whose credit lowers the price. Null without credit. */
async function whoseCreditPays(
  { services, actor }: Booking,
  price: FrozenQuote | null,
  reads: Reads | undefined,
): Promise<string | null> {
  if (actor.kind !== "customer" || !price) return null;
  const { id } = actor.person;
  return (await readOnce(reads, `credit ${id}`, () => creditOf(services.db, id))) > 0 ? id : null;
}

/** True if `storeBooking` writes all rows: no log, COD request, credit, business or message is needed. */
export const isOneStatement = (
  { actor }: Booking,
  { asked, business, payerId, tells }: CheckedBooking,
): boolean => actor.kind !== "admin" && !asked && !business && !payerId && !tells;

/**
 * Writes a checked booking in the caller's transaction: row, first event, price (PRICE-6) and the job of the
 * sender's mail. If needed, it also writes the staff log, the COD request, the sender's credit (REWARD-3),
 * the message to the receiver (TELL-1) and the business (BUSINESS-5). Null if the key or the order already
 * has a booking. Refuses a price above the business's limit. Writes nothing if it returns null or refuses.
 */
export async function writeBooking(tx: Tx, work: Booking, checked: CheckedBooking) {
  const { services, actor, at } = work;
  const { booking, asked, business, payerId, tells } = checked;
  const { price } = booking;
  const why = business?.onAccount ? await refuseOverLimit(tx, business, price?.totalKobo ?? 0) : null;
  if (why !== null) return refuse("invalid", "not_on_account", { why });
  const row = await storeBooking(services, tx, { ...booking, price: payerId ? null : price });
  if (!row) return null;
  if (business) await storeForBusiness(tx, row.id, business, at);
  // STAFF-24: the log of a booking by staff has no names, because the log is never erased.
  const booked = { id: row.id, code: row.trackingCode };
  await logBookingChange({ tx, actor, at }, booked, "booked at the counter", "create_booking");
  await storeCollection(tx, row.id, asked, at);
  if (tells) await tellReceivers({ services, tx, at }, "booked", [row.id], { free: !!booking.api });
  if (!payerId || !price) return { ...row, totalKobo: price?.totalKobo ?? null };
  const lowered = await useCredit(tx, { userId: payerId, bookingId: row.id, price, at });
  await freezeQuote(tx, row.id, lowered, at);
  return { ...row, totalKobo: lowered.totalKobo };
}
