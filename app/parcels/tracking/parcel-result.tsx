/**
 * The part of the track page that says where the parcel is. Longer than 250 lines because it contains the text of
 * each state.
 */
import type { ReactNode } from "react";
import { FIRST_STATUS, isOnTheWay, isUndelivered, STATUS_FACTS } from "../../domain/delivery-status.ts";
import { middayOf } from "../../domain/dates.ts";
import { LATE, promiseOf } from "../../domain/promise.ts";
import { placeText } from "../../domain/states.ts";
import { Help } from "./help.tsx";
import { useText, type Text } from "../../languages/use-text.ts";
import { Steps } from "./parcel-steps.tsx";
import type { FailureWords, SaidEvent, SaidParcel } from "./parcel-words.ts";
import { isGoingBack, type TrackingView } from "./tracking-view.ts";

/** The background colour for the state of a parcel. The text says the same as the colour. */
const BANDS = {
  wait: "bg-danfo text-black",
  move: "bg-sky text-paper",
  good: "bg-go text-paper",
  bad: "bg-stop text-on-stop",
};

/** Returns the headline in two parts: the words, and the day of arrival. The page keeps the day on one line. */
function headline(parcel: SaidParcel, { t, nearDate }: Text): [words: string, day: string] {
  const { label, end, publicName } = STATUS_FACTS[parcel.status];
  if (parcel.newsText) return [t(parcel.newsText), ""];
  if (publicName) return [t(publicName), ""];
  if (parcel.deliveredAt) return [t("Delivered"), nearDate(parcel.deliveredAt)];
  if (end) return [t(label), ""];
  const out = parcel.outForDelivery && parcel.events.findLast(({ kind }) => kind === "out_for_delivery");
  if (out && parcel.missed) return missedWords(parcel.missed, { t, nearDate });
  if (out) return [t(out.name), nearDate(out.at)];
  if (parcel.goesOutNext && !parcel.late) return [t("Goes out next"), ""];
  return [parcel.late ? t("Late: was due") : t("Arriving by"), nearDate(parcel.promisedDay)];
}

/** Returns the headline of a parcel that a rider took out and did not deliver. */
function missedWords(
  { at, when }: NonNullable<TrackingView["missed"]>,
  { t, nearDate }: Pick<Text, "t" | "nearDate">,
): [string, string] {
  if (when === "today") return [t("Not delivered today"), ""];
  return when === "yesterday" ? [t("Not delivered yesterday"), ""] : [t("Not delivered on"), nearDate(at)];
}

/** Returns the text about the day of the pickup, or about the last day to bring the parcel to a hub. */
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

const isPartly = ({ pieces, deliveredPieces }: TrackingView): boolean =>
  deliveredPieces > 0 && deliveredPieces < pieces;

type Props = {
  parcel: SaidParcel;
  /**
   * True if the page shows the promise of the service. False below a receipt, because the receipt shows the promise.
   */
  promise: boolean;
  /** The heading of the page. Null if another part of the page shows it. */
  head: ReactNode;
  narrow?: boolean;
  /** CHOICE-1: if the receiver does not want the parcel, the text that is shown instead of the day of arrival. */
  instead?: string | null;
  /** CHOICE-5: the text for the receiver. The public text says 'the receiver' and does not address them. */
  whyFailed?: string | undefined;
};

/** Draws the text about a late parcel: by when the company will send news. */
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
  const { status, last, cancelled, question } = parcel;
  const text = useText();
  const { t, nearDate, dateTime } = text;
  const others = parcel.asksSender && t(parcel.asksSender);
  const instead = question && isOnTheWay(status) ? t(question.text) : (given.instead ?? others);
  const late = parcel.late && !instead;
  const { tone, label } = STATUS_FACTS[status];
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
            {promise && status === FIRST_STATUS && !late && !instead && (
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
            <strong>{eventText(last, parcel.pieces, text)}</strong>{" "}
            <time dateTime={last.at.toISOString()} className="inline-block text-muted">
              {dateTime(last.at)}
            </time>
          </p>
        )}
        {cancelled && parcel.failure && <p className="mt-3">{failureText(parcel.failure, text)}</p>}
        {!cancelled && <WhatNext parcel={parcel} whyFailed={whyFailed} />}
        {parcel.missed && !instead && !late && (
          <Help code={parcel.trackingCode}>{t("We are checking where it is.")}</Help>
        )}
        {late && <Late parcel={parcel} />}
      </div>
    </section>
  );
}

/** Draws why the delivery failed, with the next step or the question. Draws nothing once the sender has the parcel. */
function WhatNext({ parcel, whyFailed }: Pick<Props, "parcel" | "whyFailed">) {
  const text = useText();
  const { failure, question } = parcel;
  if (question)
    return (
      <Help code={parcel.trackingCode} decide>
        {`${text.t(question.why)} ${text.t(question.text)}`.trim()}
      </Help>
    );
  if (!isUndelivered(parcel.status) || parcel.news === "returned") return null;
  return (
    <Help code={parcel.trackingCode}>
      {failure
        ? failureText(failure, text, whyFailed)
        : text.t("We could not deliver this parcel. Call or WhatsApp us to agree the next step.")}
    </Help>
  );
}

/** Returns why a delivery failed (or the text `given`), and the next step. */
export function failureText(
  { why, next, day }: FailureWords,
  { t, nearDate }: Pick<Text, "t" | "nearDate">,
  given?: string,
): string {
  const step = day ? t("We will try again on {day}.", { day: nearDate(day) }) : t(next);
  return `${given ?? t(why)} ${step}`.trim();
}

/**
 * TRACK-12: returns the text of an event, such as 'Piece 2 of 3: Arrived at our office · Ikeja, Lagos'. If the parcel
 * has one piece, the text has no number.
 */
export function eventText(event: SaidEvent, pieces: number, { t }: Text): string {
  const name = t(event.name);
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
