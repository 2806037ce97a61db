/** API-4: making, reading and cancelling bookings, and their events. */
import { and, asc, eq, gt, gte, notExists, notInArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";
import { apiClient } from "../../access/by.server.ts";
import { customerOf } from "../../access/actors.server.ts";
import type { ApiClient } from "../../access/actor.ts";
import { BOOKING_STATUSES } from "../../domain/delivery-status.ts";
import { EVENT_FACTS, isStaffEvent } from "../../domain/event-kinds.ts";
import { cancelLocked } from "../../parcels/bookings/cancel-booking.server.ts";
import { bookingTopics, type LockedBooking } from "../../parcels/bookings/change-booking.server.ts";
import { lockPending } from "../../parcels/bookings/own-booking.server.ts";
import { apiBookings, bookingEvents, bookings, hubs } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { readCursor, writeCursor } from "../../platform/http/keyset.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { reading } from "../../platform/operations/reading.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { asBooked, findApiBooking, findApiBookings, ofOwner, shownBooking } from "./api-booking.server.ts";
import { createByApi, POINTERS, toFields } from "./create-by-api.server.ts";
import { endpoint, type Answer, type Refused } from "./endpoint.ts";
import { NEW_BOOKING_EXAMPLE } from "./examples.ts";
import { refuse } from "./messages.ts";
import { refused } from "./problem.ts";
import * as shapes from "./schemas.ts";
import { statusOf, wordsOf } from "./words-of-event.ts";
import type { NewApiBooking } from "./schemas.ts";

const ofCode = z.object({ code: z.string().max(40) });

/** A booking of the key's owner. Refuses another person's booking as not found. */
export const readByApi = reading({
  name: "bookings.read_by_api",
  by: apiClient("read"),
  input: ofCode,
  read: async ({ services, actor }, { code }) => {
    const row = await findApiBooking(services.db, actor, code);
    return row ? { ok: true as const, row } : refuse("not_found", "unknown_booking");
  },
});

/** Makes one booking, for its own endpoint and for a batch. */
export async function bookOne(
  services: Services,
  client: ApiClient,
  body: NewApiBooking,
  key: string,
): Promise<{ json: shapes.ApiBooking; replayed: boolean } | Refused> {
  if (body.test_speed && client.mode === "live") return refused(refuse("invalid", "no_test_speed"));
  const done = await createByApi.receive(services, client, toFields(body), key);
  if (!done.ok) return refused(done, POINTERS);
  const row = await findApiBooking(services.db, client, done.trackingCode);
  if (!row) throw new Error("a booking that was made is not found");
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
  body: shapes.newBooking,
  examples: { order: NEW_BOOKING_EXAMPLE },
  problems: [409, 422],
  success: { status: 201, schema: shapes.booking, text: "The booking, as it was made." },
  handle: async ({ services, caller, body, key }): Promise<Answer | Refused> => {
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

const DEFAULT_LIMIT = 20;

/** The bookings of the key's owner, newest first. */
export const listByApi = reading({
  name: "bookings.list_by_api",
  by: apiClient("read"),
  input: z.object({
    limit: z.int().min(1).max(100).default(DEFAULT_LIMIT),
    cursor: z.string().optional(),
    status: z.enum(BOOKING_STATUSES).optional(),
    since: z.string().optional(),
    reference: z.string().optional(),
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

/** A list as the API writes it: one page, and the cursor of the next. */
export function listOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { show, cursor }: { show: (row: Row) => Item; cursor: (row: Row) => string },
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit;
  return { data: shown.map(show), has_more: more, next_cursor: more && last ? cursor(last) : null };
}

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
    return { status: 200, json: listOf(rows, limit, { show, cursor: writeCursor }) };
  },
});

/**
 * BOOK-27: cancels a pending booking of the key's owner. Refuses one that is no longer pending, and one of which we have
 * a piece.
 */
export const cancelByApi = operation({
  name: "bookings.cancel_by_api",
  by: apiClient("write"),
  act: "cancelled",
  input: ofCode,
  on: async (work, { code }): Promise<LockedBooking | Refusal> => {
    const [own] = await work.tx
      .select({ id: bookings.id })
      .from(bookings)
      .leftJoin(apiBookings, eq(apiBookings.bookingId, bookings.id))
      .where(and(eq(bookings.trackingCode, code), ofOwner(work.actor)));
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

const STAFF_KINDS = (Object.keys(EVENT_FACTS) as (keyof typeof EVENT_FACTS)[]).filter(isStaffEvent);
const undo = alias(bookingEvents, "undo");

/** The events of a booking of the key's owner, oldest first, without undone ones and notes of staff. */
export const listEventsByApi = reading({
  name: "bookings.list_events_by_api",
  by: apiClient("read"),
  input: ofCode.extend({
    limit: z.int().min(1).max(100).default(DEFAULT_LIMIT),
    cursor: z.string().optional(),
  }),
  read: async ({ services: { db }, actor }, { code, limit, cursor }) => {
    const booking = await findApiBooking(db, actor, code);
    if (!booking) return refuse("not_found", "unknown_booking");
    const after = /^\d{1,15}$/.test(cursor ?? "") ? Number(cursor) : 0;
    const rows = await db
      .select({ event: bookingEvents, town: hubs.town, state: hubs.state })
      .from(bookingEvents)
      .leftJoin(hubs, eq(hubs.id, bookingEvents.hubId))
      .where(
        and(
          eq(bookingEvents.bookingId, booking.id),
          gt(bookingEvents.id, after),
          notInArray(bookingEvents.kind, ["undone", ...STAFF_KINDS]),
          notExists(
            db
              .select({ id: undo.id })
              .from(undo)
              .where(and(eq(undo.bookingId, booking.id), eq(undo.undoes, bookingEvents.id))),
          ),
        ),
      )
      .orderBy(asc(bookingEvents.id))
      .limit(limit + 1);
    return { ok: true as const, rows, limit };
  },
});

const events = endpoint({
  method: "get",
  path: "/bookings/{code}/events",
  id: "listBookingEvents",
  tag: "Bookings",
  summary: "List what happened to a booking, oldest first",
  access: "read",
  query: shapes.eventQuery,
  problems: [404, 422],
  success: { status: 200, schema: shapes.eventList, text: "One page of events." },
  handle: async ({ services, caller, path, query }) => {
    const found = await listEventsByApi.receive(services, caller, { ...query, code: path["code"] }, "");
    if (!found.ok) return refused(found);
    const { rows, limit } = found;
    const show = ({ event, town, state }: (typeof rows)[number]) => ({
      id: event.id,
      kind: event.kind,
      status: statusOf(event),
      text: wordsOf(event),
      reason: event.reason,
      piece: event.piece,
      place: state ? { town, state } : null,
      occurred_at: event.occurredAt.toISOString(),
      received_at: event.receivedAt.toISOString(),
    });
    return { status: 200, json: listOf(rows, limit, { show, cursor: ({ event }) => String(event.id) }) };
  },
});

export const BOOKING_ENDPOINTS = [create, list, read, cancel, events];
