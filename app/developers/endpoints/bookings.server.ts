/** API-4: making, reading and cancelling bookings, and their events. */
import { and, eq, gte } from "drizzle-orm";
import * as z from "zod";
import { apiClient } from "../../access/by.server.ts";
import { customerOf } from "../../access/actors.server.ts";
import type { ApiClient } from "../../access/actor.ts";
import { BOOKING_STATUSES } from "../../domain/delivery-status.ts";
import { cancelLocked } from "../../parcels/bookings/cancel-booking.server.ts";
import { bookingTopics } from "../../parcels/bookings/change-booking.server.ts";
import { type BookingOnRuns, lockPending } from "../../parcels/bookings/lock-while-sender-holds.server.ts";
import { apiBookings, bookings } from "../../platform/db/schema.ts";
import { plainField } from "../../platform/http/fields.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { readCursor, writeCursor } from "../../platform/http/keyset.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { reading } from "../../platform/operations/reading.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { asBooked, findApiBooking, findApiBookings, ofKeyOwner, shownBooking } from "./api-booking.server.ts";
import { beginWalk } from "../sandbox/walk.server.ts";
import { createByApi, POINTERS, toFields } from "./create-by-api.server.ts";
import { endpoint, type Answer, type ApiProblem } from "./endpoint.ts";
import { NEW_BOOKING_EXAMPLE } from "./examples.ts";
import { DEFAULT_LIMIT, pageOfList } from "./list-of.ts";
import { refuse } from "./messages.ts";
import { refused } from "./problem.ts";
import * as shapes from "./schemas.ts";
import type { NewApiBooking } from "./schemas.ts";

export const ofCode = z.object({ code: plainField().max(40) });

/** Reads a booking of the key's owner. Refuses another owner's booking as not found. */
export const readByApi = reading({
  name: "bookings.read_by_api",
  by: apiClient("read"),
  input: ofCode,
  read: async ({ services, actor }, { code }) => {
    const row = await findApiBooking(services.db, actor, code);
    return row ? { ok: true as const, row } : refuse("not_found", "unknown_booking");
  },
});

/** Makes one booking. The booking endpoint and the batch endpoint use this. */
export async function bookOne(
  services: Services,
  client: ApiClient,
  body: NewApiBooking,
  key: string,
): Promise<{ json: shapes.ApiBooking; replayed: boolean } | ApiProblem> {
  if (body.test_speed && client.mode === "live") return refused(refuse("invalid", "no_test_speed"));
  const done = await createByApi.receive(services, client, toFields(body, client), key);
  if (!done.ok) return refused(done, POINTERS);
  const row = await findApiBooking(services.db, client, done.trackingCode);
  if (!row) throw new Error("a booking that was made is not found");
  if (client.mode === "test") await beginWalk(services, row.code);
  return { json: asBooked(services, client, row), replayed: !done.fresh };
}

const create = endpoint({
  method: "post",
  path: "/bookings",
  id: "createBooking",
  tag: "Bookings",
  summary: "Book a delivery",
  text: "A second booking with the same `reference` is refused with 409 and the code that exists, also with another idempotency key.",
  access: "write",
  key: "required",
  body: shapes.apiNewBooking,
  examples: { order: NEW_BOOKING_EXAMPLE },
  problems: [409, 422],
  success: { status: 201, schema: shapes.booking, text: "The booking, as it was made." },
  handle: async ({ services, caller, body, key }): Promise<Answer | ApiProblem> => {
    const done = await bookOne(services, caller, body, key);
    return "problem" in done ? done : { status: 201, ...done };
  },
});

const read = endpoint({
  method: "get",
  path: "/bookings/{code}",
  id: "getBooking",
  tag: "Bookings",
  summary: "Read a booking",
  access: "read",
  problems: [404],
  success: { status: 200, schema: shapes.booking, text: "The booking as it is now." },
  handle: async ({ services, caller, path }) => {
    const found = await readByApi.receive(services, caller, path, "");
    if (!found.ok) return refused(found);
    return { status: 200, json: shownBooking(services, caller, found.row) };
  },
});

/** Lists the bookings of the key's owner, newest first. */
export const listByApi = reading({
  name: "bookings.list_by_api",
  by: apiClient("read"),
  input: z.object({
    limit: z.int().min(1).max(100).default(DEFAULT_LIMIT),
    cursor: plainField().optional(),
    status: z.enum(BOOKING_STATUSES).optional(),
    since: plainField().optional(),
    reference: plainField().optional(),
  }),
  read: async ({ services, actor }, { limit, cursor, status, since, reference }) => {
    const page = { cursor: readCursor(cursor ?? null), direction: "next" as const };
    const { where, orderBy } = keyset([bookings.createdAt, bookings.id], page);
    const rows = await findApiBookings(services.db, actor, {
      where: and(
        where,
        status && eq(bookings.status, status),
        since ? gte(bookings.createdAt, new Date(since)) : undefined,
        reference === undefined ? undefined : eq(apiBookings.reference, reference),
      ),
      orderBy,
      limit: limit + 1,
    });
    return { ok: true as const, rows, limit };
  },
});

const list = endpoint({
  method: "get",
  path: "/bookings",
  id: "listBookings",
  tag: "Bookings",
  summary: "List bookings, newest first",
  access: "read",
  query: shapes.bookingQuery,
  problems: [422],
  success: { status: 200, schema: shapes.bookingList, text: "One page of bookings." },
  handle: async ({ services, caller, query }) => {
    const found = await listByApi.receive(services, caller, query, "");
    if (!found.ok) return refused(found);
    const { rows, limit } = found;
    const show = (row: (typeof rows)[number]) => shownBooking(services, caller, row);
    return { status: 200, json: pageOfList(rows, limit, { show, cursor: writeCursor }) };
  },
});

/**
 * BOOK-27: cancels a pending booking of the key's owner. Refuses if the booking is not pending, or if the company
 * holds a piece.
 */
export const cancelByApi = operation({
  name: "bookings.cancel_by_api",
  by: apiClient("write"),
  act: "cancelled",
  input: ofCode,
  on: async (work, { code }): Promise<BookingOnRuns | Refusal> => {
    const [own] = await work.tx
      .select({ id: bookings.id })
      .from(bookings)
      .leftJoin(apiBookings, eq(apiBookings.bookingId, bookings.id))
      .where(and(eq(bookings.trackingCode, code), ofKeyOwner(work.actor)));
    return own ? lockPending(work, { code }) : refuse("not_found", "unknown_booking");
  },
  run: async (work, _, found) => {
    const done = await cancelLocked({ ...work, actor: customerOf(work.actor) }, found);
    return done.ok ? { ...done, fresh: true as boolean } : done;
  },
  stored: (done) => ({ ...done, fresh: false }),
  publish: (_, __, found) => ["money", "runs", ...bookingTopics({ changed: true }, found)],
});

const cancel = endpoint({
  method: "post",
  path: "/bookings/{code}/cancel",
  id: "cancelBooking",
  tag: "Bookings",
  summary: "Cancel a booking before pickup",
  access: "write",
  key: "optional",
  problems: [404, 409],
  success: { status: 200, schema: shapes.booking, text: "The booking, cancelled." },
  handle: async ({ services, caller, path, key }) => {
    const done = await cancelByApi.receive(services, caller, path, key || crypto.randomUUID());
    if (!done.ok) return refused(done);
    const row = await findApiBooking(services.db, caller, done.trackingCode);
    return { status: 200, json: shownBooking(services, caller, row!), replayed: !done.fresh };
  },
});

export const BOOKING_ENDPOINTS = [create, list, read, cancel];
