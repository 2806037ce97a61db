/**
 * Adds the texts of a parcel's events, as keys of translations. The server adds the texts, so that the page
 * does not load the tables of texts. Pure.
 */
import { BOOKING_STATUS_LABELS, isUndelivered, needsReason } from "../../domain/delivery-status.ts";
import { EVENT_FACTS, isPrivateEvent } from "../../domain/event-kinds.ts";
import {
  ASKS_YOU,
  CANCELLED,
  failureReason,
  NEXT_STEPS,
  type FailureReason,
  type StepAfterFailure,
} from "../../domain/failure-reasons.ts";
import { publicWords } from "../../domain/going-back.ts";
import { NEW_DAY_TEXTS } from "../../domain/new-day.ts";
import type { TrackingView } from "./tracking-view.ts";

/** CHOICE-1: why the sender is asked, if the receiver refused the parcel before the rider came. */
export const UNWANTED = "The receiver does not want the parcel.";

type Event = TrackingView["events"][number];

export type FailureWords = {
  why: string;
  next: string;
  /** CHOICE-2: the day that the receiver chose for the next attempt. The day is shown instead of `next`. */
  day: Date | null;
};

export type SaidEvent = Event & {
  name: string;
  failure: FailureWords | null;
  /** The reason for a new day. Null for events that set no new day. */
  newDayText: string | null;
};

export type SaidParcel = Omit<TrackingView, "events"> & {
  events: SaidEvent[];
  /** BOOK-27: true if the sender cancelled the booking. */
  cancelled: boolean;
  /** The news that is shown in place of the day of arrival. */
  newsText: string | null;
  last: SaidEvent | undefined;
  /** Why the last delivery failed, and the next step. */
  failure: FailureWords | null;
  /** CHOICE-3: the question to the signed-in sender, and why it is asked. */
  question: { why: string; text: string } | null;
  /** CHOICE-3: what others read while the sender is asked, in place of the day of arrival. */
  asksSender: string | null;
};

export function withParcelWords(parcel: TrackingView): SaidParcel {
  const { triedAgainOn, fullDetails } = parcel;
  const toSender = fullDetails?.toSender === true;
  const lastFailure = parcel.events.findLast(({ reason }) => reason);
  const events = parcel.events.map((event) => ({
    ...event,
    name: eventName(event),
    failure:
      event.reason &&
      failureWords(event.reason, { on: event === lastFailure ? triedAgainOn : null, toSender }),
    newDayText: event.newDayWhy && NEW_DAY_TEXTS[event.newDayWhy],
  }));
  const failed = events.findLast(({ to, reason }) => needsReason(to) && reason);
  const asked = fullDetails?.asked;
  return {
    ...parcel,
    events,
    cancelled: isUndelivered(parcel.status) && failed?.reason === CANCELLED,
    newsText: parcel.news && EVENT_FACTS[parcel.news].publicText,
    last: lastNews(events),
    failure: failed?.failure ?? null,
    question: asked
      ? {
          why: asked === "unwanted" ? UNWANTED : (failed?.failure?.why ?? ""),
          text: ASKS_YOU,
        }
      : null,
    asksSender: parcel.waitsForSender ? NEXT_STEPS.ask : null,
  };
}

/**
 * Finds the newest public event. If this event only set a new day because of the event before it, returns the event
 * before it.
 */
function lastNews(events: readonly SaidEvent[]): SaidEvent | undefined {
  const open = events.filter(({ kind }) => !isPrivateEvent(kind));
  const last = open.at(-1);
  const cause = open.at(-2);
  return last?.kind === "day_moved" && cause?.at.getTime() === last.at.getTime() ? cause : last;
}

const publicName = (event: Pick<Event, "kind" | "back">) =>
  publicWords(event) ??
  (event.kind === "booked" || isPrivateEvent(event.kind) ? EVENT_FACTS[event.kind].name : null);

const eventName = (event: Event): string =>
  event.reason === CANCELLED ? "Cancelled" : (publicName(event) ?? BOOKING_STATUS_LABELS[event.to]);

/** The next steps that are not mentioned if the receiver has chosen a day for the next attempt. */
const REPEATED: StepAfterFailure[] = ["again", "call"];

/** `on` is the day that the receiver chose for the next attempt. `toSender`: the text is for the sender. */
export function failureWords(
  code: FailureReason,
  { on, toSender }: { on: Date | null; toSender: boolean },
): FailureWords {
  const { publicText: why, next } = failureReason(code);
  return {
    why,
    next: toSender && next === "ask" ? ASKS_YOU : NEXT_STEPS[next],
    day: REPEATED.includes(next) ? on : null,
  };
}
