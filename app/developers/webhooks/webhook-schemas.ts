/** API-2: the schemas of webhook endpoints and their deliveries. */
import * as z from "zod";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../domain/webhooks.ts";
import { BOOKING_STATUSES } from "../../domain/delivery-status.ts";
import { EVENT_KINDS } from "../../domain/event-kinds.ts";
import { FAILURE_REASONS } from "../../domain/failure-reasons.ts";
import { day, instant, listSchema, money, named } from "../endpoints/schemas.ts";

const kinds = z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length);

export const newEndpoint = named(
  "NewWebhookEndpoint",
  z.strictObject({
    url: z.string().max(500).describe("https, port 443 or 8443, a public address."),
    events: kinds.optional().describe("Left out: booking.status_changed."),
  }),
);
export const endpointChange = named(
  "WebhookEndpointChange",
  z.strictObject({
    url: z.string().max(500).optional(),
    events: kinds.optional(),
    enabled: z.boolean().optional(),
    rotate_secret: z.boolean().optional().describe("Draws a new secret. For a day both sign."),
  }),
);
export const shownEndpoint = named(
  "WebhookEndpoint",
  z.strictObject({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    enabled: z.boolean(),
    secret: z.string().nullable().describe("Shown when it is drawn; null otherwise."),
    failing_since: instant.nullable(),
    created_at: instant,
  }),
);
export const endpointList = named("WebhookEndpointList", listSchema(shownEndpoint));
export const replayRequest = named(
  "ReplayRequest",
  z.strictObject({
    since: z.iso.datetime({ offset: true }).describe("The messages made then or later are sent again."),
  }),
);
export const replayed = named("Replayed", z.strictObject({ replayed: z.int() }));
export const queued = named("Queued", z.strictObject({ id: z.string() }));
const shownDelivery = named(
  "WebhookDelivery",
  z.strictObject({
    id: z.string().describe("The webhook-id of the message, the same in each try."),
    type: z.enum(WEBHOOK_EVENTS),
    created_at: instant,
    delivered_at: instant.nullable(),
    next_try_at: instant.nullable(),
    tries: z.array(
      z.strictObject({
        at: instant,
        status: z.int().nullable(),
        problem: z.string().nullable(),
        ms: z.int(),
        answer: z.string().nullable(),
      }),
    ),
  }),
);
export const deliveryList = named("WebhookDeliveryList", listSchema(shownDelivery));

const SIGNED = "Signed as Standard Webhooks 1.0.0 says: webhook-id, webhook-timestamp and webhook-signature.";

const bookingMessage = named(
  "BookingMessage",
  z.strictObject({
    type: z.enum(WEBHOOK_EVENTS).exclude(["settlement.paid", "ping"]),
    timestamp: instant,
    data: z.strictObject({
      code: z.string(),
      reference: z.string().nullable(),
      sequence: z.int().describe("Counts the events of a booking in the order of recording."),
      event: z.strictObject({
        id: z.int(),
        kind: z.enum(EVENT_KINDS),
        text: z.string().describe("Public words."),
        piece: z.int().nullable(),
      }),
      status: z.enum(BOOKING_STATUSES),
      previous_status: z.enum(BOOKING_STATUSES).nullable(),
      reason: z.strictObject({ code: z.enum(FAILURE_REASONS), text: z.string() }).nullable(),
      promised_day: day,
      price: money.nullable().optional().describe("With booking.price_set."),
      paid: money.nullable().optional().describe("With payment.recorded."),
      occurred_at: instant,
      received_at: instant,
    }),
  }),
  SIGNED,
);
const settlementMessage = named(
  "SettlementMessage",
  z.strictObject({
    type: z.literal("settlement.paid"),
    timestamp: instant,
    data: z.strictObject({ id: z.int(), amount: money }),
  }),
  SIGNED,
);
const pingMessage = named(
  "PingMessage",
  z.strictObject({ type: z.literal("ping"), timestamp: instant, data: z.strictObject({}) }),
  SIGNED,
);

/** HOOK-2: returns the body schema of a message of this kind. */
export const messageOf = (kind: WebhookEvent): z.ZodType =>
  kind === "ping" ? pingMessage : kind === "settlement.paid" ? settlementMessage : bookingMessage;
