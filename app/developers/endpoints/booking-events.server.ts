/** API-3: lists what happened to a booking, for the owner of the API key. */
import { and, asc, eq, gt, notExists, notInArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";
import { apiClient } from "../../access/by.server.ts";
import { EVENT_FACTS, isStaffEvent } from "../../domain/event-kinds.ts";
import { bookingEvents, hubs } from "../../platform/db/schema.ts";
import { plainField } from "../../platform/http/fields.ts";
import { reading } from "../../platform/operations/reading.server.ts";
import { findApiBooking } from "./api-booking.server.ts";
import { ofCode } from "./bookings.server.ts";
import { endpoint } from "./endpoint.ts";
import { DEFAULT_LIMIT, pageOfList } from "./list-of.ts";
import { refuse } from "./messages.ts";
import { refused } from "./problem.ts";
import { eventList } from "./answer-schemas.ts";
import { eventQuery } from "./schemas.ts";
import { statusAfterEvent, publicTextOf } from "./words-of-event.ts";

const STAFF_KINDS = (Object.keys(EVENT_FACTS) as (keyof typeof EVENT_FACTS)[]).filter(isStaffEvent);
const undo = alias(bookingEvents, "undo");

/** Lists the events of a booking of the key's owner, oldest first. Undone events and notes of staff are left out. */
export const listEventsByApi = reading({
  name: "bookings.list_events_by_api",
  by: apiClient("read"),
  input: ofCode.extend({
    limit: z.int().min(1).max(100).default(DEFAULT_LIMIT),
    cursor: plainField().optional(),
  }),
  read: async ({ services: { db }, actor }, { code, limit, cursor }) => {
    const booking = await findApiBooking(db, actor, code);
    if (!booking) return refuse("not_found", "unknown_booking");
    const after = Number(cursor ?? 0);
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
  query: eventQuery,
  problems: [404, 422],
  success: { status: 200, schema: eventList, text: "One page of events." },
  handle: async ({ services, caller, path, query }) => {
    const found = await listEventsByApi.receive(services, caller, { ...query, code: path["code"] }, "");
    if (!found.ok) return refused(found);
    const { rows, limit } = found;
    const show = ({ event, town, state }: (typeof rows)[number]) => ({
      id: event.id,
      kind: event.kind,
      status: statusAfterEvent(event),
      text: publicTextOf(event),
      reason: event.reason,
      piece: event.piece,
      place: state ? { town, state } : null,
      occurred_at: event.occurredAt.toISOString(),
      received_at: event.receivedAt.toISOString(),
    });
    return { status: 200, json: pageOfList(rows, limit, { show, cursor: ({ event }) => String(event.id) }) };
  },
});

export const EVENT_ENDPOINTS = [events];
