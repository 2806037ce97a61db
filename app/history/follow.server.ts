/** What follows from events that were written: PINs, messages to receivers, exceptions, and mails to senders. */
import { followsOf, type Follows } from "../domain/event-follows.ts";
import { EVENT_FACTS } from "../domain/event-kinds.ts";
import type { MessageKind } from "../domain/receiver-messages.ts";
import { notify, notifyAll } from "../notifications/notify.server.ts";
import { tellReceivers } from "../notifications/tell-receivers.server.ts";
import type { Acting } from "../platform/operations/act.server.ts";
import { partKey } from "../platform/operations/operation-key.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { DoneBooking, Written } from "./events.server.ts";
import { drawMissingPins } from "./draw-pins.server.ts";
import { openAttempts } from "./open-attempts.server.ts";

type Work = Acting & { services: Services };
type Followed = Written & { follows: Follows };

/** STATUS-8: the mail job of an event that can be undone has an id of its own, by which an undo withdraws the job. */
export const mailJobOf = (eventId: number) => partKey("status_changed", String(eventId));

/**
 * Does what follows from the events that were written. Only a PIN follows from one that does not count, such as an attempt at
 * a parcel that was delivered before (CUSTODY-7). Nobody is told of an event whose status a newer one replaced, nor of a delivery while
 * another piece is on the way.
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
      ...(one.event.quiet && { mail: null, message: null }),
    },
  }));

/** True for an event that states no status, and for one whose status the booking has. */
function isNewest({ kind, toStatus }: Written["row"], { status }: DoneBooking): boolean {
  if (kind === "status_set") return toStatus === status;
  const { leadsTo } = EVENT_FACTS[kind];
  return leadsTo === null || leadsTo === status;
}

type News = { message: MessageKind; afterSeconds: number };

/** TELL-1: the bookings whose receivers get news, by the news. */
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

/** The mails to senders: one for each booking, about its newest event with a mail. */
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
