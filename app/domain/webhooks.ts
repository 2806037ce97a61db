/** The kinds of webhooks, and when the product tries to send them (Standard Webhooks 1.0.0). */
export const WEBHOOK_EVENTS = [
  "booking.status_changed",
  "booking.created",
  "booking.event_added",
  "booking.price_set",
  "payment.recorded",
  "settlement.paid",
  "ping",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** The kinds of webhooks that an endpoint gets if its owner chose none. */
export const USUAL_EVENTS: readonly WebhookEvent[] = ["booking.status_changed"];

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
/** The time from each try to the next. A message is given up after the last try. */
export const TRY_AFTER_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** If every try for an endpoint failed during this time, the endpoint is switched off, and its owner gets a mail. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;
export const MOST_ENDPOINTS = 10;
/** The ports that are called, and the longest time in which an endpoint must answer. */
export const WEBHOOK_PORTS: readonly string[] = ["443", "8443"];
export const ANSWER_MS = 15 * SECOND;
/** After a change of the secret, messages are signed with both secrets for this time. */
export const OLD_SECRET_MS = 24 * HOUR;
/** Messages and tries are kept for this many days, and can be replayed for as long. */
export const KEEP_WEBHOOK_DAYS = 30;
