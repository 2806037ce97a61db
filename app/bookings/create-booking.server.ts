/** Making bookings. Staff change their status in change-status.server.ts. */
import { eq, sql } from "drizzle-orm";
import { knownTo } from "../access/known-browser.server.ts";
import { againAfterDeadlock, type Tx } from "../platform/db/client.server.ts";
import { preparedOnce } from "../platform/db/prepared.server.ts";
import { deliveries, profiles } from "../platform/db/schema.ts";
import { foldEmail } from "../platform/http/fields.ts";
import { refuse, type Refusal, type Result } from "../platform/http/result.ts";
import { consumeFrom, type RateLimitResult, refuseTooMany } from "../platform/limits/rate-limiter.server.ts";
import {
  idempotencyKey,
  withIdempotency,
  type FirstUse,
  type IdempotencyKey,
} from "../platform/idempotency/idempotency.server.ts";
import { askCollection, storeCollection } from "../settlements/ask-collection.server.ts";
import { declaredKobo, freezeQuote, quoteForBooking, type FrozenQuote } from "../prices/charges.server.ts";
import { useCredit } from "../referrals/credit.server.ts";
import type { Services } from "../platform/services.server.ts";
import { placesOf, type BookingForm } from "./booking-form-schema.ts";
import { storeBooking } from "./store-booking.server.ts";
import { byStaff, recordCounterBooking } from "./counter-booking.server.ts";
import { estimatedDelivery } from "../domain/booking.ts";
import { readableTrackingCode } from "../domain/tracking-code.ts";
import type { Admin, Customer, Guest } from "../access/actor.ts";

export type Booked = Result<
  { trackingCode: string; repeated: boolean },
  "invalid" | "conflict" | "rate_limited"
>;

/**
 * Books a delivery: row, first event, price (PRICE-6) and the sender's mail job in one transaction. `key` is the
 * idempotency key: the same key again returns the first result and stores nothing; with other content it is refused
 * (BOOK-8). Refuses (field errors) an address whose state is neither read nor chosen, or another than the chosen one, Same Day between two places (BOOK-18), a
 * referral code that does not exist or is the sender's own, an amount to collect that may not be asked for (COD-1,
 * COD-2), and what exceeds the limits of BOOK-17, which staff who book at the counter do not have (STAFF-24). Weight in
 * kg. `orderId` is a store order that the
 * caller has found through its owner; it is delivered once.
 */
export async function createBooking(
  services: Services,
  actor: Customer | Guest | Admin,
  input: BookingForm,
  key: string,
  orderId: string | null = null,
): Promise<Booked> {
  const form = idempotencyKey(services, key, { ...input, orderId });
  return withIdempotency(
    form,
    {
      find: () => findByKey(services, key),
      repeat: bookedBefore,
      conflict: (code) =>
        `This form already booked ${readableTrackingCode(code)}. The details below are not booked yet. To book them as another parcel, press Book Delivery again.`,
    },
    () => book(services, actor, input, form, orderId),
  );
}

const bookedBefore = (trackingCode: string): Booked => ({ ok: true, trackingCode, repeated: true });

/** Null where the form's key has made a booking meanwhile. */
async function book(
  services: Services,
  actor: Customer | Guest | Admin,
  input: BookingForm,
  form: IdempotencyKey,
  orderId: string | null,
): Promise<Booked | null> {
  const { db, live, limits } = services;
  const [byPlace, byEmail] = await Promise.all([
    actor.kind === "admin" ? null : check(consumeFrom(limits, "booking", actor)),
    actor.kind === "guest"
      ? check(limits.consume("bookingPerGuestEmail", guestKey(services, actor, foldEmail(input.senderEmail))))
      : Promise.resolve(null),
  ]);
  const limited = byPlace ?? byEmail;
  if (limited) return limited;
  const { origin, destination, errors } = placesOf(input);
  const referrer = input.referralCode ? await findReferrer(services, input.referralCode) : null;
  if (input.referralCode && !referrer)
    errors["referralCode"] = "We do not know this referral code. Check it, or leave it empty.";
  if (
    referrer &&
    (referrer.id === (actor.kind === "customer" ? actor.person.id : null) ||
      referrer.email === foldEmail(input.senderEmail))
  ) {
    errors["referralCode"] = "This is your own referral code. Share it with a friend, or leave this empty.";
  }
  const at = services.now();
  const collection = await askCollection(services, actor, input, orderId, at);
  if ("error" in collection) errors["collect"] = collection.error;
  if ("error" in collection || Object.keys(errors).length > 0 || !origin || !destination) {
    return refuse("invalid", errors);
  }

  const lane = { from: origin.state, to: destination.state, kg: input.packageWeight };
  const price = await quoteForBooking(services, { ...input, ...lane }, at);
  const { declaredValue, collect: _, senderStateSure: _from, receiverStateSure: _to, ...typed } = input;
  const booking = {
    row: {
      // Every field of the form is a column of its name. What is not stored as it was typed follows.
      ...typed,
      formKey: form.key,
      formHash: form.hash,
      orderId,
      customerId: actor.kind === "customer" ? actor.person.id : null,
      senderTown: origin.town,
      senderState: origin.state,
      receiverTown: destination.town,
      receiverState: destination.state,
      declaredValueKobo: declaredKobo(declaredValue) || null,
      referralCode: input.referralCode ? input.referralCode.toUpperCase() : null,
      referrerId: referrer?.id ?? null,
      estimatedDelivery: estimatedDelivery(input.deliveryType, at),
      createdAt: at,
      updatedAt: at,
    },
    by: byStaff(actor),
  };
  // A guest's booking is the statement alone.
  const booked =
    actor.kind === "guest"
      ? await againAfterDeadlock(() => storeBooking(services, db, { ...booking, price }))
      : await db.transaction(async (tx) => {
          const row = await storeBooking(services, tx, { ...booking, price: null });
          if (!row) return null;
          await recordCounterBooking(tx, actor, at, row);
          await storeCollection(tx, row.id, collection.asked, at);
          if (price) await freezeQuote(tx, row.id, await lessCredit(tx, actor, row.id, price, at), at);
          return row;
        });
  if (!booked) {
    // The key's row is there already, sent twice by a double click or a shaky network; or the order is booked.
    const code = orderId && !(await findByKey(services, form.key)) && (await findByOrder(services, orderId));
    return code ? bookedBefore(code) : null;
  }
  live.publish("deliveries");
  return { ok: true, trackingCode: booked.trackingCode, repeated: false };
}

/** REWARD-3: a customer's own credit lowers the price of what they book. */
async function lessCredit(
  tx: Tx,
  actor: Customer | Guest | Admin,
  deliveryId: string,
  price: FrozenQuote,
  at: Date,
) {
  if (actor.kind !== "customer") return price;
  return useCredit(tx, { userId: actor.person.id, deliveryId, price, at });
}

/** A stranger who books with somebody's email does not use up the allowance of the browser that signed in with it. */
function guestKey(services: Services, { browser }: Guest, email: string): string {
  const known = knownTo(services, browser, email);
  return known ? `${email} ${known.id}` : email;
}

async function check(limit: Promise<RateLimitResult>): Promise<Refusal<"rate_limited"> | null> {
  const result = await limit;
  return result.ok
    ? null
    : refuseTooMany("Too many bookings came from your connection in a short time.", result);
}

const bookingByKey = preparedOnce((db) =>
  db
    .select({ answer: deliveries.trackingCode, formHash: deliveries.formHash })
    .from(deliveries)
    .where(eq(deliveries.formKey, sql.placeholder("key")))
    .prepare("booking_by_key"),
);

/** The booking that a form's key made. */
async function findByKey({ db }: Services, key: string): Promise<FirstUse<string> | null> {
  const [row] = await bookingByKey(db).execute({ key });
  return row ?? null;
}

/** The code of a store order's booking: an order is delivered once, whichever window books it first. */
async function findByOrder({ db }: Services, orderId: string): Promise<string | null> {
  const [row] = await db
    .select({ code: deliveries.trackingCode })
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId));
  return row?.code ?? null;
}

/** The owner of a referral code; null where it does not exist. */
async function findReferrer({ db }: Services, code: string) {
  const [row] = await db
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.referralCode, code.trim().toUpperCase()));
  return row ?? null;
}
