/**
 * The answer to 'Where is it?': day of arrival, progress, and the last event. Longer than 250 lines
 * because each state of a parcel has its words here.
 */
import type { ReactNode } from "react";
import {
  BOOKING_STATUS_LABELS,
  FIRST_STATUS,
  isOnTheWay,
  isUndelivered,
  needsReason,
  STATUS_FACTS,
} from "../../domain/delivery-status.ts";
import { middayOf } from "../../domain/dates.ts";
import { EVENT_FACTS, isPrivateEvent } from "../../domain/event-kinds.ts";
import { publicWords } from "../../domain/going-back.ts";
import { LATE, promiseOf } from "../../domain/promise.ts";
import {
  ASKS_YOU,
  CANCELLED,
  failureReason,
  NEXT_STEPS,
  type FailureReason,
  type NextStep,
} from "../../domain/failure-reasons.ts";
import { placeText } from "../../domain/states.ts";
import { Help } from "./help.tsx";
import { useText, type Text } from "../../languages/use-text.ts";
import { isGoingBack } from "./parcel-news.ts";
import { Steps } from "./parcel-steps.tsx";
import type { TrackingView } from "./tracking-view.ts";

/** The background of the answer to 'Where is it?', by the parcel's state. The text says the same as the colour. */
const BANDS = {
  wait: "bg-danfo text-black",
  move: "bg-sky text-paper",
  good: "bg-go text-paper",
  bad: "bg-stop text-on-stop",
};

/** The words of the headline, and the day of arrival, which is kept on one line. */
function headline(parcel: TrackingView, { t, nearDate }: Text): [words: string, day: string] {
  const { label, end, publicName } = STATUS_FACTS[parcel.status];
  const news = parcel.news && EVENT_FACTS[parcel.news].publicText;
  if (news) return [t(news), ""];
  if (publicName) return [t(publicName), ""];
  if (parcel.deliveredAt) return [t("Delivered"), nearDate(parcel.deliveredAt)];
  if (end) return [t(label), ""];
  const out = parcel.outForDelivery && parcel.events.findLast(({ kind }) => kind === "out_for_delivery");
  if (out && parcel.missed) return missedWords(parcel.missed, { t, nearDate });
  if (out) return [t(EVENT_FACTS.out_for_delivery.publicText ?? label), nearDate(out.at)];
  if (parcel.goesOutNext && !parcel.late) return [t("Goes out next"), ""];
  return [parcel.late ? t("Late: was due") : t("Arriving by"), nearDate(parcel.promisedDay)];
}

/** A parcel that a rider took out and did not deliver. */
function missedWords(
  { at, when }: NonNullable<TrackingView["missed"]>,
  { t, nearDate }: Pick<Text, "t" | "nearDate">,
): [string, string] {
  if (when === "today") return [t("Not delivered today"), ""];
  return when === "yesterday" ? [t("Not delivered yesterday"), ""] : [t("Not delivered on"), nearDate(at)];
}

/** The day of pickup, or the day by which its sender brings the parcel. */
const pickupSaid = (
  { isBrought, pickupHalf }: TrackingView,
  pickupDay: string,
  { t, nearDate }: Text,
): string => {
  const day = nearDate(middayOf(pickupDay));
  if (isBrought) return t("Bring it by {day}.", { day });
  if (pickupHalf === "morning") return t("We pick up on {day} in the morning.", { day });
  return pickupHalf === "afternoon"
    ? t("We pick up on {day} in the afternoon.", { day })
    : t("We pick up on {day}.", { day });
};

const reasonOf = ({ events }: TrackingView) =>
  events.findLast(({ to, reason }) => needsReason(to) && reason)?.reason;

/** True if some pieces are delivered and others are not. */
const isPartly = ({ pieces, deliveredPieces }: TrackingView): boolean =>
  deliveredPieces > 0 && deliveredPieces < pieces;

/** BOOK-27: true if the sender cancelled the booking. */
export const isCancelled = (parcel: TrackingView): boolean =>
  isUndelivered(parcel.status) && reasonOf(parcel) === CANCELLED;

type Props = {
  parcel: TrackingView;
  /**
   * True if the promise of the service is shown. The track page leaves it out below a receipt, which already has it.
   */
  promise: boolean;
  /** The heading of the page; null if the page shows it elsewhere. */
  head: ReactNode;
  /** True for one column, as on the receiver's page. */
  narrow?: boolean;
  /** CHOICE-1: the text in place of the day of arrival, if the receiver does not want the parcel. */
  instead?: string | null;
  /** CHOICE-5: the text in place of the public text about a failure, which names the receiver in the third person. */
  whyFailed?: string | undefined;
};

/** The text about a late parcel, with the time of our next word. */
function Late({ parcel }: Pick<Props, "parcel">) {
  const { t, dateTime } = useText();
  if (!parcel.tellBy) return null;
  return (
    <Help code={parcel.trackingCode}>
      {parcel.missed && `${t("We are checking where it is.")} `}
      {t(LATE, {
        day: dateTime(parcel.tellBy),
      })}
    </Help>
  );
}

export function ParcelResult({ parcel, promise, head, narrow = false, whyFailed, ...given }: Props) {
  const column = `mx-auto w-full px-4 ${narrow ? "max-w-xl" : "max-w-5xl"}`;
  const { status } = parcel;
  const text = useText();
  const { t, nearDate, dateTime } = text;
  const asked = parcel.fullDetails?.asked ?? null;
  const instead = asked && isOnTheWay(status) ? t(ASKS_YOU) : given.instead;
  const late = parcel.late && !instead;
  const { tone, label } = STATUS_FACTS[status];
  const last = lastNews(parcel);
  const cancelled = isCancelled(parcel);
  const [words, day] = cancelled ? [t("Cancelled"), ""] : instead ? [instead, ""] : headline(parcel, text);
  return (
    <section aria-labelledby="answer">
      <div
        className={`py-5 ${cancelled ? "bg-card" : BANDS[(late && !parcel.outForDelivery) || parcel.missed ? "bad" : tone]}`}
        aria-live="polite"
      >
        <div className={column}>
          {head}
          <h2
            id="answer"
            className="mt-1 font-display text-[clamp(1.5rem,10vw,2.25rem)] leading-tight font-extrabold sm:text-5xl"
          >
            {words} {day && <span className="inline-block">{day}</span>}
          </h2>
          <p className="mt-1 font-semibold">
            {t("Status: {label}.", { label: t(label) })}
            {isPartly(parcel) &&
              ` ${t("Partly delivered: {done} of {pieces}.", {
                done: String(parcel.deliveredPieces),
                pieces: String(parcel.pieces),
              })}`}
            {parcel.goesOutNext &&
              !late &&
              ` ${t("By {day} at the latest.", { day: nearDate(parcel.promisedDay) })}`}
            {parcel.news === "held_for_collection" &&
              ` ${t("Collect it by {day}.", { day: nearDate(parcel.promisedDay) })}`}
            {promise && status === FIRST_STATUS && !late && (
              <>
                {" "}
                {parcel.pickupDay && `${pickupSaid(parcel, parcel.pickupDay, text)} `}
                {t(`Delivered ${promiseOf(parcel.deliveryType, parcel.isBrought)}.`)}{" "}
                {t("By {day} at the latest.", { day: nearDate(parcel.promisedDay) })}
              </>
            )}
          </p>
        </div>
      </div>
      <div className={column}>
        {!cancelled && !isGoingBack(parcel) && <Steps status={status} isBrought={parcel.isBrought} />}
        {last && (
          <p className="mt-3">
            <strong>{eventText(last, parcel, text)}</strong>{" "}
            <time dateTime={last.at.toISOString()} className="inline-block text-muted">
              {dateTime(last.at)}
            </time>
          </p>
        )}
        {cancelled && <p className="mt-3">{failureText(CANCELLED, text)}</p>}
        {!cancelled && <WhatNext parcel={parcel} whyFailed={whyFailed} />}
        {parcel.missed && !instead && !late && (
          <Help code={parcel.trackingCode}>{t("We are checking where it is.")}</Help>
        )}
        {late && <Late parcel={parcel} />}
      </div>
    </section>
  );
}

/** Why a parcel failed and what we do next, or what we ask its sender; nothing for a parcel that is back with them. */
function WhatNext({ parcel, whyFailed }: Pick<Props, "parcel" | "whyFailed">) {
  const text = useText();
  const asked = parcel.fullDetails?.asked;
  const reason = reasonOf(parcel);
  if (asked)
    return (
      <Help code={parcel.trackingCode} decide>
        {askedText(asked, reason, text)}
      </Help>
    );
  if (!isUndelivered(parcel.status) || parcel.news === "returned") return null;
  const toSender = parcel.fullDetails?.toSender === true;
  return (
    <Help code={parcel.trackingCode}>
      {reason
        ? failureText(reason, text, { why: whyFailed, on: parcel.triedAgainOn, toSender })
        : text.t("We could not deliver this parcel. Call or WhatsApp us to agree the next step.")}
    </Help>
  );
}

/** CHOICE-3: the text above the link with which the signed-in sender decides. */
function askedText(
  asked: NonNullable<NonNullable<TrackingView["fullDetails"]>["asked"]>,
  reason: FailureReason | null | undefined,
  { t }: Text,
): string {
  const why =
    asked === "unwanted"
      ? t("The receiver does not want the parcel.")
      : reason && t(failureReason(reason).publicText);
  return `${why ?? ""} ${t(ASKS_YOU)}`.trim();
}

/** If the receiver chose a day, the text says this day instead of these next steps. */
const REPEATED: NextStep[] = ["again", "call"];

/**
 * The text about a failed delivery: the reason, and the next step. `why` replaces the reason. `on`: the day that the
 * receiver chose for the next attempt. `toSender`: the reader is the sender.
 */
export function failureText(
  code: FailureReason,
  { t, nearDate }: Pick<Text, "t" | "nearDate">,
  {
    why,
    on = null,
    toSender = false,
  }: { why?: string | undefined; on?: Date | null; toSender?: boolean } = {},
): string {
  const { publicText, next } = failureReason(code);
  const step =
    on && REPEATED.includes(next)
      ? t("We will try again on {day}.", { day: nearDate(on) })
      : t(toSender && next === "ask" ? ASKS_YOU : NEXT_STEPS[next]);
  return `${why ?? t(publicText)} ${step}`.trim();
}

type Event = TrackingView["events"][number];

/** The newest public event. A new day that follows from another event is said below it, not in its place. */
function lastNews({ events }: TrackingView): Event | undefined {
  const open = events.filter(({ kind }) => !isPrivateEvent(kind));
  const last = open.at(-1);
  const cause = open.at(-2);
  return last?.kind === "day_moved" && cause?.at.getTime() === last.at.getTime() ? cause : last;
}

const publicName = (event: Pick<Event, "kind" | "back">) =>
  publicWords(event) ??
  (event.kind === "booked" || isPrivateEvent(event.kind) ? EVENT_FACTS[event.kind].name : null);

/** The English name of an event, which is the key of its translation. */
const eventName = (event: Event): string =>
  event.reason === CANCELLED ? "Cancelled" : (publicName(event) ?? BOOKING_STATUS_LABELS[event.to]);

/**
 * TRACK-12: an event as a text, such as 'Piece 2 of 3: Arrived at our office · Ikeja, Lagos'. The piece is named only
 * if there are several.
 */
export function eventText(event: Event, { pieces }: TrackingView, { t }: Text): string {
  const name = t(eventName(event));
  const told =
    event.piece !== null && pieces > 1
      ? t("Piece {piece} of {pieces}: {event}", {
          piece: String(event.piece),
          pieces: String(pieces),
          event: name,
        })
      : name;
  return event.place ? `${told} · ${placeText(event.place)}` : told;
}
