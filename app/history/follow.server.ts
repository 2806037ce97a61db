/**
 * Carries out what follows from written or undone events: PINs, messages to receivers, exceptions, mails to senders.
 */
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { FIRST_STATUS } from "../domain/delivery-status.ts";
import { followsOf, type Follows } from "../domain/event-follows.ts";
import { EVENT_FACTS } from "../domain/event-kinds.ts";
import type { MessageKind } from "../domain/receiver-messages.ts";
import { notify, notifyAll } from "../notifications/notify.server.ts";
import { tellReceivers } from "../notifications/tell-receivers.server.ts";
import type { Acting } from "../platform/operations/act.server.ts";
import { partKey } from "../platform/operations/operation-key.server.ts";
import type { Services } from "../platform/services.server.ts";
import { FAILURE_REASONS, failureReason, isRefusal } from "../domain/failure-reasons.ts";
import { openExceptions, type NewException } from "../notifications/open-exception.server.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { bookingEvents, bookings } from "../platform/db/schema.ts";
import type { DoneBooking, Written } from "./events.server.ts";
import { drawMissingPins } from "./draw-pins.server.ts";
import { notUndone } from "./state-events.server.ts";

type Work = Acting & { services: Services };
type Followed = Written & { follows: Follows };

/** STATUS-8: returns the id of the job that mails an event. An undo cancels the job by this id. */
export const mailJobOf = (eventId: number) => partKey("status_changed", String(eventId));

/**
 * Carries out the consequences of the written events. An event that does not count, such as an attempt at a delivered
 * parcel (CUSTODY-7), can have only one consequence: a PIN. No message is sent about an event whose status was replaced
 * by a newer event, or about the delivery of a piece while another piece is on the way.
 */
export async function doWhatFollows(
  work: Work,
  { written, counting }: { written: readonly Written[]; counting: readonly Written[] },
  done: ReadonlyMap<string, DoneBooking>,
): Promise<void> {
  const { services, tx, act } = work;
  const out = withFollows(written).filter(({ follows }) => follows.pin);
  await drawMissingPins(services, tx, [...new Set(out.map(({ row }) => row.bookingId))]);
  const counted = withFollows(counting);
  const newest = counted.filter(({ row }) => isNewest(row, done.get(row.bookingId)!));
  for (const [{ message, afterSeconds }, ids] of newsOf(newest))
    await tellReceivers({ services, tx, at: act.at }, message, ids, { afterSeconds });
  await openAttempts(
    work,
    counted.filter(({ follows }) => follows.opens),
  );
  await mail(work, newest);
}

const withFollows = (events: readonly Written[]): Followed[] =>
  events.map((one) => ({
    ...one,
    follows: {
      ...followsOf({ kind: one.row.kind, reason: one.row.reason ?? null }),
      ...(isFirstArrival(one.row) && { mail: "status_changed" as const }),
      ...(isLatePickup(one.row) && { mail: null }),
      ...(one.event.quiet && { mail: null, message: null }),
    },
  }));

/** STATUS-5: true if the parcel came to a hub without a known pickup, so that its sender has no other news of it. */
const isFirstArrival = ({ kind, fromStatus, toStatus }: Written["row"]): boolean =>
  kind === "arrived_at_hub" && fromStatus === FIRST_STATUS && toStatus !== FIRST_STATUS;

/** True if the pickup of a whole parcel is heard of after the parcel moved on. Its sender knows by then. */
const isLatePickup = ({ kind, fromStatus, piece }: Written["row"]): boolean =>
  kind === "picked_up" && fromStatus === EVENT_FACTS.picked_up.leadsTo && (piece ?? null) === null;

/** True if the booking's status comes from this event, or if the event leads to no status. */
function isNewest({ kind, toStatus }: Written["row"], { status }: DoneBooking): boolean {
  if (kind === "status_set") return toStatus === status;
  const { leadsTo } = EVENT_FACTS[kind];
  return leadsTo === null || leadsTo === status;
}

type News = { message: MessageKind; afterSeconds: number };

/** TELL-1: groups bookings by the message that their receivers get. */
function newsOf(events: readonly Followed[]): [News, string[]][] {
  const news = new Map<string, { news: News; ids: Set<string> }>();
  for (const { row, event, follows } of events) {
    if (!follows.message) continue;
    const own = { message: follows.message, afterSeconds: event.newsWaits ?? 0 };
    const key = `${own.message} ${own.afterSeconds}`;
    const found = news.get(key) ?? { news: own, ids: new Set() };
    found.ids.add(row.bookingId);
    news.set(key, found);
  }
  return [...news.values()].map(({ news: own, ids }) => [own, [...ids]]);
}

/** Queues at most one mail for each booking, about its newest event that leads to a mail. */
async function mail({ services, tx }: Work, events: readonly Followed[]): Promise<void> {
  const newest = new Map(
    events.filter(({ follows }) => follows.mail).map((one) => [one.row.bookingId, one] as const),
  );
  const ofKind = (kind: Follows["mail"], waits: boolean) =>
    [...newest.values()].filter(
      ({ follows, event }) => follows.mail === kind && (event.newsWaits !== undefined) === waits,
    );
  const about = ({ row: { bookingId }, id: eventId }: Followed) => ({ bookingId, eventId });
  for (const one of ofKind("status_changed", true))
    await notify(services, tx, {
      event: "status_changed",
      about: about(one),
      id: mailJobOf(one.id),
      afterSeconds: one.event.newsWaits!,
    });
  await notifyAll(services, tx, "status_changed", ofKind("status_changed", false).map(about));
  await notifyAll(services, tx, "booking_corrected", ofKind("booking_corrected", false).map(about));
}

/**
 * TRIP-9: opens an exception for each booking whose receiver refused the parcel, or which has no attempts left. A
 * refused parcel is not returned at once: dispatch asks the sender.
 */
async function openAttempts(
  { services, tx }: Acting & { services: Services },
  failed: readonly Written[],
): Promise<void> {
  if (failed.length === 0) return;
  const byBooking = new Map(failed.map((one) => [one.row.bookingId, one] as const));
  const { attempts } = await services.company(tx);
  const used = await attemptsOf(tx, [...byBooking.keys()]);
  for (const [act, own] of Map.groupBy(byBooking.values(), (one) => one.act))
    await openExceptions(
      tx,
      own.flatMap(({ row }) => decisionAfter(row, used.get(row.bookingId) ?? 0, attempts)),
      act,
    );
}

function decisionAfter(
  { bookingId, runId, hubId, reason, note }: Written["row"],
  used: number,
  attempts: number,
): NewException[] {
  if (!reason) return [];
  const about = { bookingId, runId, hubId, note: note || failureReason(reason).label };
  if (isRefusal(reason)) return [{ ...about, kind: "refused" }];
  return used >= attempts ? [{ ...about, kind: "attempts_used", details: { attempts: used } }] : [];
}

/** Counts the failed attempts of each booking, except those with a reason that does not count as an attempt. */
async function attemptsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const counting = FAILURE_REASONS.filter((reason) => failureReason(reason).countsAsAttempt);
  const rows = await tx
    .select({
      id: bookingEvents.bookingId,
      // If several pieces fail at one stop, this is one attempt.
      n: sql<number>`count(distinct (${bookingEvents.occurredAt}, ${bookingEvents.runId}))`.mapWith(Number),
    })
    .from(bookingEvents)
    .where(
      and(
        inArray(bookingEvents.bookingId, [...ids]),
        eq(bookingEvents.kind, "attempted"),
        inArray(bookingEvents.reason, counting),
        notUndone,
      ),
    )
    .groupBy(bookingEvents.bookingId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/**
 * STATUS-8, DEED-10: after an undo, mails the senders of the bookings whose status differs from the status before the
 * undo. A booking is left out if a newer event replaces the undone event and already mails the sender. Otherwise the
 * sender would get two mails about two states, in any order.
 */
export async function mailUndone(
  { services, tx }: Pick<Work, "services" | "tx">,
  undone: readonly DoneBooking[],
): Promise<void> {
  if (undone.length === 0) return;
  const rows = await tx
    .select({ id: bookings.id, status: bookings.status, kind: bookingEvents.kind })
    .from(bookings)
    .leftJoin(
      bookingEvents,
      and(
        eq(bookingEvents.bookingId, bookings.id),
        gt(bookingEvents.id, Math.max(...undone.map(({ eventId }) => eventId))),
      ),
    )
    .where(
      inArray(
        bookings.id,
        undone.map(({ id }) => id),
      ),
    );
  const untold = undone.filter(({ id, before }) =>
    rows
      .filter((row) => row.id === id)
      .every(({ status, kind }) => status !== before && !(kind && isMailed(kind, status))),
  );
  await notifyAll(
    services,
    tx,
    "status_changed",
    untold.map(({ id, eventId }) => ({ bookingId: id, eventId })),
  );
}

/** True if `addEvents` mails the sender about this kind of event when the booking then has this status. */
const isMailed = (kind: keyof typeof EVENT_FACTS, status: DoneBooking["status"]): boolean =>
  EVENT_FACTS[kind].mail === "status_changed" && EVENT_FACTS[kind].leadsTo === status;
