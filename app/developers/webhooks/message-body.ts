/** HOOK-2: the body of a message: codes, public words and days, without names, phones and streets. */
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import { failureReason, type FailureReason } from "../../domain/failure-reasons.ts";
import { dayData } from "../../domain/promise.ts";
import type { WebhookEvent } from "../../domain/webhooks.ts";
import { wordsOf } from "../endpoints/words-of-event.ts";

/** What the trigger stores. Times are texts of the database. */
export type BookingFacts = {
  code: string;
  reference: string | null;
  sequence: number;
  event: number;
  kind: EventKind;
  from: BookingStatus | null;
  to: BookingStatus;
  reason: FailureReason | null;
  piece: number | null;
  promised: string;
  priceKobo: number | null;
  paidKobo: number | null;
  occurredAt: string;
  receivedAt: string;
};
export type PaidFacts = { entry: number; kobo: number; at: string };

const iso = (text: string): string => new Date(text).toISOString();
const money = (kobo: number | null) => (kobo === null ? null : { amount: kobo, currency: "NGN" });

/** The body of a message, as one text that every try sends. */
export function bodyOf(type: WebhookEvent, facts: Record<string, unknown>): string {
  if (type === "ping") return JSON.stringify({ type, timestamp: iso(String(facts["at"])), data: {} });
  if (type === "settlement.paid") {
    const { entry, kobo, at } = facts as PaidFacts;
    return JSON.stringify({ type, timestamp: iso(at), data: { id: entry, amount: money(kobo) } });
  }
  const booking = facts as BookingFacts;
  const { kind, reason, to } = booking;
  const data = {
    code: booking.code,
    reference: booking.reference,
    sequence: booking.sequence,
    event: { id: booking.event, kind, text: wordsOf({ kind, reason, toStatus: to }), piece: booking.piece },
    status: to,
    previous_status: booking.from,
    reason: reason && { code: reason, text: failureReason(reason).publicText },
    promised_day: dayData(new Date(booking.promised)),
    ...(type === "booking.price_set" && { price: money(booking.priceKobo) }),
    ...(type === "payment.recorded" && { paid: money(booking.paidKobo) }),
    occurred_at: iso(booking.occurredAt),
    received_at: iso(booking.receivedAt),
  };
  return JSON.stringify({ type, timestamp: data.received_at, data });
}
