/** API-2: the schemas of webhook endpoints and their deliveries. */
import * as z from "zod";
import { WEBHOOK_EVENTS } from "../../domain/webhooks.ts";
import { instant, listOf, named } from "../endpoints/schemas.ts";

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
export const endpointList = named("WebhookEndpointList", listOf(shownEndpoint));
export const replayRequest = named(
  "ReplayRequest",
  z.strictObject({ since: z.iso.datetime({ offset: true }) }),
);
export const replayed = named("Replayed", z.strictObject({ replayed: z.int() }));
export const queued = named("Queued", z.strictObject({ id: z.string() }));
export const shownDelivery = named(
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
export const deliveryList = named("WebhookDeliveryList", listOf(shownDelivery));
