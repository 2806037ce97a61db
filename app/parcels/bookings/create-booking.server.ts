/** Makes bookings. change-status.server.ts changes their status. */
import { inArray, sql } from "drizzle-orm";
import * as z from "zod";
import { everybody, staff } from "../../access/by.server.ts";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { againAfterConflict, transact } from "../../platform/db/transact.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import type { StoredKey } from "../../platform/operations/operation-key.server.ts";
import { operation, type LooseWork } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { ApiFacts } from "./api-facts.ts";
import { countBooking } from "./booking-limits.server.ts";
import { newBooking, newCounterBooking, type NewBooking } from "./booking-form-schema.ts";
import { bookedBefore, refuse } from "./messages.ts";
import { findOrderToBook, type OrderToBook } from "./order-to-book.server.ts";
import { storeBooking } from "./store-booking.server.ts";
import { checkBooking, isOneStatement, writeBooking, type Booker } from "./write-booking.server.ts";

type Work = LooseWork<Booker>;
export type BookingMade = {
  ok: true;
  trackingCode: string;
  order: { id: string; storeId: string } | null;
};

/**
 * BOOK-8: a booking's row stores the idempotency key of its form. `findBookings` finds a repeated key in these rows.
 */
export const keyOfBooking = {
  firstUses: findBookings,
  varying: ["origin", "destination"] as const,
  conflict: ({ trackingCode }: BookingMade) => bookedBefore(trackingCode),
  publish: ({ order }: BookingMade) => [
    "bookings" as const,
    ...(order ? [`order:${order.id}` as const, `store:${order.storeId}` as const] : []),
  ],
};

/**
 * BOOK-3: books a delivery for its sender: row, first event, price (PRICE-6) and the job of the sender's mail. If
 * nothing else is to be written, one SQL statement writes all these rows. A repeated key returns the code of the first
 * booking and stores nothing. A repeated key with other content is refused (BOOK-8). The weight is in kg, the amounts
 * are in kobo.
 *
 * Refuses (field errors):
 * - an address with an unknown state, or with another state than the chosen one
 * - Same Day between two places (BOOK-18)
 * - everything that `checkBooking` refuses
 *
 * Also refuses bookings above the limits of BOOK-17.
 *
 * `order` is an order of the actor's own store (ORDER-5). If the order is already booked, returns its tracking code.
 * Refuses an order of another owner as not found, and a COD request for another amount than the order's total (COD-2).
 */
export const createBooking = operation({
  name: "bookings.create",
  by: everybody,
  input: z.intersection(z.object({ order: z.string().max(40).default("") }), newBooking),
  ...keyOfBooking,
  perform: async (work: LooseWork<Customer | Guest>, { order: asked, ...input }) => {
    if (asked === "") return makeBooking(work, input, null);
    const order = await findOrder(work, asked);
    if (!order) return refuse("not_found", "unknown_order");
    if (order.trackingCode) return booked(order.trackingCode);
    if (input.collect > 0 && input.collect !== order.totalKobo)
      return refuse("invalid", "other_total", { totalKobo: order.totalKobo });
    return makeBooking(work, input, order);
  },
});

/**
 * STAFF-24: staff book for a customer at the counter, without the limits of BOOK-17. The customer may have no
 * email address. The log names the member of staff. Refuses roles without the permission.
 */
export const bookAtCounter = operation({
  name: "bookings.book_at_counter",
  by: staff("bookForCustomer"),
  input: newCounterBooking,
  ...keyOfBooking,
  perform: (work: LooseWork<Admin>, input) => makeBooking(work, input, null),
});

const booked = (trackingCode: string, order: BookingMade["order"] = null): BookingMade => ({
  ok: true,
  trackingCode,
  order,
});

/**
 * Makes a booking. Null if the form's key has already made a booking. `api` has the facts of a booking by an
 * API key; the limits of API keys are counted by the API's operation.
 */
export async function makeBooking(
  work: Work,
  input: NewBooking,
  order: OrderToBook | null,
  api: ApiFacts | null = null,
): Promise<BookingMade | Refusal | null> {
  const { services, reserved } = work;
  const limited = api ? null : await countBooking(work, input.senderEmail);
  if (limited) return limited;
  const of = { reserved, orderId: order?.id ?? null, businessId: api?.businessId ?? null, api };
  const checked = await checkBooking(work, input, of);
  if (!checked.ok) return checked;
  const { db } = services;
  const stored = isOneStatement(work, checked)
    ? await againAfterConflict(() => storeBooking(services, db, checked.booking))
    : await transact(db, (tx) => writeBooking(tx, work, checked));
  if (stored && "code" in stored) return stored;
  if (stored) return booked(stored.trackingCode, order);
  // Nothing was stored: another window booked the order, or the form's key has already made a booking.
  const code = order && (await findOrder(work, order.id))?.trackingCode;
  return code ? booked(code) : null;
}

/** Two keys and not an array: PostgreSQL plans a statement with an array again at each execution. */
const bookingsByKeys = preparedOnce((db) =>
  db
    .select({ key: bookings.formKey, formHash: bookings.formHash, trackingCode: bookings.trackingCode })
    .from(bookings)
    .where(inArray(bookings.formKey, [sql.placeholder("own"), sql.placeholder("other")]))
    .prepare("bookings_by_keys"),
);

/** Finds the bookings that an actor's keys have made: the key in the own space and, if signed in, in that of guests. */
async function findBookings({ db }: Services, keys: readonly string[]): Promise<StoredKey<BookingMade>[]> {
  const [own, other = null, ...more] = keys;
  if (more.length > 0) throw new Error("an actor has more than two key spaces");
  const rows = await bookingsByKeys(db).execute({ own, other });
  return rows.map(({ trackingCode, ...kept }) => ({ ...kept, response: booked(trackingCode) }));
}

/** Finds an order of the actor's own store. Null if the order has another owner. */
function findOrder({ services, actor }: Work, id: string): Promise<OrderToBook | null> | null {
  return actor.kind === "customer" && isUuid(id) ? findOrderToBook(services.db, actor, id) : null;
}
