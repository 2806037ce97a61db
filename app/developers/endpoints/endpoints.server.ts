/** API-2: every endpoint of the API. */
import { BATCH_ENDPOINTS } from "./batch.server.ts";
import { EVENT_ENDPOINTS } from "./booking-events.server.ts";
import { BOOKING_ENDPOINTS } from "./bookings.server.ts";
import type { Endpoint } from "./endpoint.ts";
import { PROOF_ENDPOINTS } from "./proof.server.ts";
import { QUOTE_ENDPOINTS } from "./quotes.server.ts";
import { TRACK_ENDPOINTS } from "./track.server.ts";

export const ENDPOINTS: readonly Endpoint[] = [
  ...QUOTE_ENDPOINTS,
  ...BOOKING_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...BATCH_ENDPOINTS,
  ...PROOF_ENDPOINTS,
  ...TRACK_ENDPOINTS,
];
