/** The answer to 'Where is it?': day of arrival, progress, and the last event. */
import type { ReactNode } from "react";
import { MessageCircle, Phone } from "lucide-react";
import {
  BOOKING_STATUS_LABELS,
  FIRST_STATUS,
  isUndelivered,
  needsReason,
  STATUS_FACTS,
} from "../../domain/delivery-status.ts";
import { EVENT_FACTS, isPrivateEvent } from "../../domain/event-kinds.ts";
import { publicWords } from "../../domain/going-back.ts";
import { promiseOf } from "../../domain/promise.ts";
import {
  CANCELLED,
  failureReason,
  NEXT_STEPS,
  type FailureReason,
  type NextStep,
} from "../../domain/failure-reasons.ts";
import { placeText } from "../../domain/states.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { useText, type Text } from "./languages/use-text.ts";
import { Steps } from "./parcel-steps.tsx";
import type { TrackingView } from "./tracking-view.ts";
import { useCompany } from "../../platform/company/use-company.ts";

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
  if (out) return [t(EVENT_FACTS.out_for_delivery.publicText ?? label), nearDate(out.at)];
  return [parcel.late ? t("Late: was due") : t("Arriving by"), nearDate(parcel.estimatedDelivery)];
}

const reasonOf = ({ events }: TrackingView) =>
  events.findLast(({ to, reason }) => needsReason(to) && reason)?.reason;

/** True if some pieces are delivered and others are not. */
const isPartly = ({ pieces, deliveredPieces }: TrackingView): boolean =>
  deliveredPieces > 0 && deliveredPieces < pieces;

/** True if the parcel is returning to its sender or has arrived there. The steps to the receiver are then hidden. */
export const isGoingBack = ({ news }: TrackingView): boolean =>
  news === "return_started" || news === "returned";

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

export function ParcelResult({ parcel, promise, head, narrow = false, instead, whyFailed }: Props) {
  const column = `mx-auto w-full px-4 ${narrow ? "max-w-xl" : "max-w-5xl"}`;
  const { status } = parcel;
  const late = parcel.late && !instead;
  const text = useText();
  const { t, nearDate, dateTime } = text;
  const { tone, label } = STATUS_FACTS[status];
  const last = parcel.events.findLast(({ kind }) => !isPrivateEvent(kind));
  const reason = reasonOf(parcel);
  const failed = isUndelivered(status);
  const cancelled = isCancelled(parcel);
  const [words, day] = cancelled ? [t("Cancelled"), ""] : instead ? [instead, ""] : headline(parcel, text);
  return (
    <section aria-labelledby="answer">
      <div
        className={`py-5 ${cancelled ? "bg-card" : BANDS[late && !parcel.outForDelivery ? "bad" : tone]}`}
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
            {promise && status === FIRST_STATUS && !late && (
              <>
                {" "}
                {t(`Delivered ${promiseOf(parcel.deliveryType, parcel.isBrought)}.`)}{" "}
                {t("By {day} at the latest.", { day: nearDate(parcel.estimatedDelivery) })}
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
        {failed && !cancelled && (
          <Help code={parcel.trackingCode}>
            {reason
              ? failureText(reason, text, { why: whyFailed, on: parcel.triedAgainOn })
              : t("We could not deliver this parcel. Call or WhatsApp us to agree the next step.")}
          </Help>
        )}
        {late && (
          <Help code={parcel.trackingCode}>
            {t("Sorry, this parcel is late. Call or WhatsApp us for the new day.")}
          </Help>
        )}
      </div>
    </section>
  );
}

/** If the receiver chose a day, the text says this day instead of these next steps. */
const REPEATED: NextStep[] = ["again", "call"];

/**
 * The text about a failed delivery: the reason, and the next step. `why` replaces the reason. `on`: the day that the
 * receiver chose for the next attempt.
 */
export function failureText(
  code: FailureReason,
  { t, nearDate }: Pick<Text, "t" | "nearDate">,
  { why, on = null }: { why?: string | undefined; on?: Date | null } = {},
): string {
  const { publicText, next } = failureReason(code);
  const step =
    on && REPEATED.includes(next)
      ? t("We will try again on {day}.", { day: nearDate(on) })
      : t(NEXT_STEPS[next]);
  return `${why ?? t(publicText)} ${step}`.trim();
}

type Event = TrackingView["events"][number];

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

function Help({ code, children }: { code: string; children: ReactNode }) {
  const company = useCompany();
  const { t } = useText();
  return (
    <div className="mt-4 border-l-8 border-stop bg-card px-3 py-3 sm:px-4">
      <p>{children}</p>
      <p className="mt-3 flex flex-wrap gap-3 print:hidden">
        <ButtonLink href={`tel:${company.phone}`} variant="secondary" size="sm">
          <Phone aria-hidden className="size-4" />
          {t("Call {phone}", { phone: company.phoneText })}
        </ButtonLink>
        <ButtonLink
          href={whatsappLink(company.whatsapp, `Hello ${company.name}, my parcel ${code}:`)}
          external
          variant="secondary"
          size="sm"
        >
          <MessageCircle aria-hidden className="size-4" />
          WhatsApp
        </ButtonLink>
      </p>
    </div>
  );
}
