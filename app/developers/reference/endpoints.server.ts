/** API-2: every endpoint of the API. */
import { BATCH_ENDPOINTS } from "../endpoints/batch.server.ts";
import { EVENT_ENDPOINTS } from "../endpoints/booking-events.server.ts";
import { BOOKING_ENDPOINTS } from "../endpoints/bookings.server.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { LABEL_ENDPOINTS } from "../endpoints/labels.server.ts";
import { PROOF_ENDPOINTS } from "../endpoints/proof.server.ts";
import { QUOTE_ENDPOINTS } from "../endpoints/quotes.server.ts";
import { WEBHOOK_ENDPOINTS } from "../webhooks/webhook-endpoints.server.ts";
import { TRACK_ENDPOINTS } from "../endpoints/track.server.ts";

export const ENDPOINTS: readonly Endpoint[] = [
  ...QUOTE_ENDPOINTS,
  ...BOOKING_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...BATCH_ENDPOINTS,
  ...LABEL_ENDPOINTS,
  ...PROOF_ENDPOINTS,
  ...TRACK_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
];
