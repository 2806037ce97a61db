/** API-4: makes a booking with an API key, with the operation that the web forms use. */
import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { customerOf } from "../../access/actors.server.ts";
import { actAuthor } from "../../access/author.server.ts";
import { apiClient } from "../../access/by.server.ts";
import type { ApiClient } from "../../access/actor.ts";
import { TEST_SPEEDS } from "../../domain/api-keys.ts";
import { PACKAGE_TYPES } from "../../domain/booking.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { isOnAccount } from "../../domain/pays-delivery.ts";
import { makeBooking, keyOfBooking, type BookingMade } from "../../parcels/bookings/create-booking.server.ts";
import { rowsLeft } from "../../parcels/bookings/rows-a-day.server.ts";
import { newBooking as bookingInput } from "../../parcels/bookings/booking-form-schema.ts";
import { brokenUnique } from "../../platform/db/client.server.ts";
import { apiBookings, bookings } from "../../platform/db/schema.ts";
import { plainField } from "../../platform/http/fields.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { StoredKey } from "../../platform/operations/operation-key.server.ts";
import { operation, type LooseWork } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";
import { readTestPhone, STAND_IN, TEST_PHONES } from "../sandbox/test-phones.ts";
import { PARCEL_TYPES, type NewApiBooking } from "./schemas.ts";

const facts = z.object({
  reference: plainField().nullable(),
  metadata: z.record(z.string(), z.string()),
  testSpeed: z.enum(TEST_SPEEDS).nullable(),
  /** API-10: the receiver's test phone decides how a test booking moves. Null means an ordinary booking. */
  testPhone: z.enum(TEST_PHONES).nullable(),
});

/** `fresh` is set only in the answer to the first request, not in the answer to a repeated request. */
type BookedByApi = BookingMade & { fresh?: true };

/**
 * API-12: makes a booking as the person who made the key, with the rules of `createBooking`. A business key books for
 * the business. A repeated idempotency key returns the first code. Refuses:
 *
 * - A read-only key.
 * - Payment on account or a cost centre, if the key is not a business key.
 * - A reference that the owner used before.
 * - More live bookings than may be made in a day.
 */
export const createByApi = operation({
  name: "bookings.create_by_api",
  by: apiClient("write"),
  input: z.intersection(facts, bookingInput),
  ...keyOfBooking,
  firstUses: (services, keys): Promise<StoredKey<BookedByApi>[]> => keyOfBooking.firstUses(services, keys),
  perform: async (
    work: LooseWork<ApiClient>,
    { reference, metadata, testSpeed, testPhone, ...checked },
  ): Promise<BookedByApi | Refusal | null> => {
    const { actor } = work;
    const businessId = actor.owner.kind === "business" ? actor.owner.id : null;
    if (businessId === null && (isOnAccount(checked.paysDelivery) || checked.costCentre !== ""))
      return refuse("invalid", "only_for_business", { onAccount: isOnAccount(checked.paysDelivery) });
    const input = testPhone ? { ...checked, receiverPhone: testPhone } : checked;
    const taken = await refuseReference(work, reference);
    if (taken) return taken;
    const person = { userId: actor.person.id, businessId, isStaff: false };
    if (actor.mode === "live" && (await rowsLeft(work.services.db, person, work.at)).left === 0)
      return refuse("rate_limited", "day_is_full", { retryAfterSeconds: secondsOfToday(work.at) });
    const own = { ownerId: actor.owner.id, businessId };
    const api = { ...own, reference, metadata, testSpeed, author: actAuthor(actor) };
    try {
      const done = await makeBooking({ ...work, actor: customerOf(actor) }, input, null, api);
      return done?.ok ? { ...done, fresh: true } : done;
    } catch (error) {
      if (brokenUnique(error) !== "api_bookings_reference") throw error;
      return (await refuseReference(work, reference)) ?? refuse("unavailable", "try_again");
    }
  },
});

/** Refuses a reference that the owner used before. The refusal names the code of the earlier booking. */
async function refuseReference(
  { services: { db }, actor }: LooseWork<ApiClient>,
  reference: string | null,
): Promise<Refusal | null> {
  if (reference === null) return null;
  const [row] = await db
    .select({ code: bookings.trackingCode })
    .from(apiBookings)
    .innerJoin(bookings, eq(bookings.id, apiBookings.bookingId))
    .where(and(eq(apiBookings.ownerId, actor.owner.id), eq(apiBookings.reference, reference)));
  return row ? { ...refuse("conflict", "reference_exists", row), fills: { booking_code: row.code } } : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const secondsOfToday = (at: Date): number =>
  Math.ceil((startOfLagosDay(at).getTime() + DAY_MS - at.getTime()) / 1000);

/**
 * Turns the request body into the fields of the form. Test mode accepts a test phone. A business key books on account
 * unless the body names another payer.
 */
export function toFields(body: NewApiBooking, { mode, owner }: Pick<ApiClient, "mode" | "owner">) {
  const { sender, receiver, parcel, reference, metadata, test_speed: testSpeed } = body;
  const type = parcel.type && PACKAGE_TYPES[PARCEL_TYPES.indexOf(parcel.type)];
  const testPhone = mode === "test" ? readTestPhone(receiver.phone) : null;
  return {
    reference: reference ?? null,
    metadata: metadata ?? {},
    testSpeed: testSpeed ?? null,
    testPhone,
    ...endFields("sender", sender),
    ...endFields("receiver", receiver),
    ...(testPhone && { receiverPhone: STAND_IN }),
    senderEmail: sender.email,
    receiverEmail: receiver.email ?? null,
    packageDescription: parcel.description,
    shareDescription: parcel.share_description ?? false,
    packageWeight: parcel.weight_kg,
    packageType: type ?? "Parcel",
    deliveryType: body.service,
    pieces: parcel.pieces ?? 1,
    declaredValue: parcel.declared_value?.amount ?? 0,
    collect: body.collect?.amount ?? 0,
    mayLookInside: body.may_look_inside ?? false,
    dropOffHub: body.drop_off_hub ?? "",
    ...(owner.kind === "business" && { paysDelivery: "account" }),
    ...(body.pays_delivery && { paysDelivery: body.pays_delivery }),
    costCentre: body.cost_centre ?? "",
  };
}

const endFields = (
  who: "sender" | "receiver",
  { name, phone, address, state = "", state_confirmed: sure }: NewApiBooking["sender" | "receiver"],
) => ({
  [`${who}Name`]: name,
  [`${who}Phone`]: phone,
  [`${who}Address`]: address,
  [`${who}State`]: state,
  [`${who}StateSure`]: sure ? state : "",
});

const endPointers = (who: "sender" | "receiver") => ({
  [`${who}Name`]: `/${who}/name`,
  [`${who}Phone`]: `/${who}/phone`,
  [`${who}Email`]: `/${who}/email`,
  [`${who}Address`]: `/${who}/address`,
  [`${who}State`]: `/${who}/state`,
  [`${who}StateSure`]: `/${who}/state_confirmed`,
});

export const POINTERS: Readonly<Record<string, string>> = {
  ...endPointers("sender"),
  ...endPointers("receiver"),
  packageDescription: "/parcel/description",
  shareDescription: "/parcel/share_description",
  packageWeight: "/parcel/weight_kg",
  packageType: "/parcel/type",
  pieces: "/parcel/pieces",
  declaredValue: "/parcel/declared_value",
  deliveryType: "/service",
  paysDelivery: "/pays_delivery",
  dropOffHub: "/drop_off_hub",
  mayLookInside: "/may_look_inside",
  collect: "/collect",
  costCentre: "/cost_centre",
};
