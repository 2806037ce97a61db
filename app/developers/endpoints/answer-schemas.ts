/** API-2: the schemas of prices, events, tracking and proofs. The schemas of bookings are in schemas.ts. */
import * as z from "zod";
import { DELIVERY_TYPES } from "../../domain/booking.ts";
import { BOOKING_STATUSES } from "../../domain/delivery-status.ts";
import { EVENT_KINDS } from "../../domain/event-kinds.ts";
import { FAILURE_REASONS } from "../../domain/failure-reasons.ts";
import { day, instant, listSchema, money, named, PARCEL_TYPES } from "./schemas.ts";

const place = z.strictObject({ town: z.string().nullable(), state: z.string() });

const event = z.strictObject({
  id: z.int(),
  kind: z.enum(EVENT_KINDS),
  status: z
    .enum(BOOKING_STATUSES)
    .nullable()
    .describe("The status to which the event led; null if it changed none."),
  text: z.string().describe("Public words."),
  reason: z.enum(FAILURE_REASONS).nullable(),
  piece: z.int().nullable(),
  place: place.nullable(),
  occurred_at: instant,
  received_at: instant,
});
export const eventList = named("EventList", listSchema(event));

export const quoteRequest = named(
  "QuoteRequest",
  z.strictObject({
    from: z.strictObject({ state: z.string().max(60) }),
    to: z.strictObject({ state: z.string().max(60) }),
    parcel: z.strictObject({
      weight_kg: z.number().positive().max(10_000),
      type: z.enum(PARCEL_TYPES).optional(),
      declared_value: money.optional(),
    }),
  }),
);
export const quoteAnswer = named(
  "Quotes",
  z.strictObject({
    quotes: z.array(
      z.strictObject({
        service: z.enum(DELIVERY_TYPES),
        price: money
          .nullable()
          .describe(
            "Null if there is no fixed price, and `reason` says why; null for the key of a clerk of a business.",
          ),
        reason: z.enum(["not_offered", "on_request", "too_heavy", "no_zone"]).nullable(),
        promised_day: day,
      }),
    ),
  }),
);

export const tracking = named(
  "Tracking",
  z.strictObject({
    code: z.string(),
    status: z.enum(BOOKING_STATUSES),
    service: z.enum(DELIVERY_TYPES),
    from: place,
    to: place,
    promised_day: day,
    late: z.boolean(),
    pieces: z.int(),
    delivered_pieces: z.int(),
    delivered_at: instant.nullable(),
    events: z.array(
      z.strictObject({
        kind: z.enum(EVENT_KINDS),
        status: z.enum(BOOKING_STATUSES).nullable(),
        text: z.string(),
        reason: z.enum(FAILURE_REASONS).nullable(),
        piece: z.int().nullable(),
        place: place.nullable(),
        occurred_at: instant,
      }),
    ),
  }),
);

export const proofList = named(
  "Proofs",
  z.strictObject({
    data: z.array(
      z.strictObject({
        id: z.string(),
        kind: z.string(),
        taken_by: z.string().nullable(),
        pin: z.string().describe("Whether the receiver's PIN was right, wrong, or why there is none."),
        pieces: z.array(z.int()),
        occurred_at: instant,
        pictures: z.array(z.strictObject({ id: z.string(), kind: z.string(), url: z.url() })),
      }),
    ),
  }),
);
