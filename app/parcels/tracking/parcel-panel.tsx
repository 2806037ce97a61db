/** TRACK-3: the part of the track page that shows a found parcel: code, status, route and history. */
import { MessageCircle } from "lucide-react";
import { middayOf } from "../../domain/dates.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { STATE_POINTS, isState, placeText } from "../../domain/states.ts";
import type { ConnectionStatus } from "../../platform/live/use-live.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { CodePlate } from "../../ui/code-plate.tsx";
import { StateMap } from "../../ui/state-map.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import { useText } from "../../languages/use-text.ts";
import { eventText, failureText } from "./parcel-result.tsx";
import type { SaidParcel } from "./parcel-words.ts";
import type { TrackingView } from "./tracking-view.ts";
import { isOnTheWay, isUndelivered, STATUS_FACTS } from "../../domain/delivery-status.ts";

const point = (state: string) => (isState(state) ? STATE_POINTS[state] : undefined);

type Props = { parcel: SaidParcel; line: ConnectionStatus; share: string };

/** True if the parcel has a day of arrival. While the sender decides, it has none (CHOICE-3). */
const hasDay = ({ status, news, question, asksSender }: SaidParcel): boolean =>
  !isUndelivered(status) && news === null && !question && !asksSender;

export function ParcelPanel({ parcel, line, share }: Props) {
  const { t, date, dateTime } = useText();
  const from = placeText(parcel.origin);
  const to = placeText(parcel.destination);
  const over = !isOnTheWay(parcel.status);
  return (
    <PerforatedCard className="mt-6">
      <CodePlate
        label={t("Tracking code")}
        copyLabel={t("Copy code")}
        code={parcel.trackingCode}
        groups={readableTrackingCode(parcel.trackingCode)}
      >
        <ButtonLink href={share} external variant="secondary" size="sm" className="print:hidden">
          <MessageCircle aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{t("Share on WhatsApp")}</span>
        </ButtonLink>
      </CodePlate>
      <div className="mt-6 grid content-start gap-x-8 gap-y-6 md:grid-cols-2 md:grid-rows-[auto_1fr]">
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 sm:gap-x-6">
          <Fact name={t("Origin")} value={from} />
          <Fact name={t("Destination")} value={to} />
          {hasDay(parcel) && (
            <Fact
              name={t("Estimated delivery")}
              value={
                over ? date(parcel.promisedDay) : t("{day} at the latest", { day: date(parcel.promisedDay) })
              }
            />
          )}
          {parcel.deliveredAt && (
            <Fact
              name={t("Delivered")}
              value={dateTime(parcel.deliveredAt).replace(/ (?=[ap]m$)/, "\u00A0")}
            />
          )}
          {parcel.packageDescription !== "Package" && (
            <Fact name={t("Package")} value={parcel.packageDescription} />
          )}
        </dl>
        <div className="md:col-start-2 md:row-span-2 md:row-start-1">
          <StateMap
            from={point(parcel.origin.state)}
            to={point(parcel.destination.state)}
            fromLabel={from}
            toLabel={to}
            progress={
              parcel.cancelled || parcel.news === "returned" ? 0 : STATUS_FACTS[parcel.status].progress
            }
          />
        </div>
        <div>
          <PastEvents parcel={parcel} />
          {line !== "disabled" && !over && (
            <p className="text-sm text-muted" role="status">
              {line === "open"
                ? t("Updates appear here automatically.")
                : t("Network is poor. Still checking for updates.")}
            </p>
          )}
        </div>
      </div>
      {parcel.fullDetails && <FullDetails {...parcel.fullDetails} />}
    </PerforatedCard>
  );
}

function PastEvents({ parcel }: Pick<Props, "parcel">) {
  const text = useText();
  const { t, dateTime } = text;
  return (
    <>
      <h2 className="font-display text-lg font-bold">{t("What happened so far")}</h2>
      <ol className="mt-3 border-l-4 border-dashed border-danfo">
        {parcel.events.toReversed().map((event, index) => (
          <li key={`${event.at.getTime()}-${index}`} className="relative pb-4 pl-5">
            <span
              aria-hidden
              className="absolute top-1.5 -left-2.5 size-4 rounded-full border-2 border-ink bg-danfo"
            />
            <p className="font-semibold">{eventText(event, parcel.pieces, text)}</p>
            <p className="text-sm text-muted">
              <time dateTime={event.at.toISOString()}>{dateTime(event.at)}</time>
              {event.by && `, by ${event.by}`}
            </p>
            {event.failure && <p>{failureText(event.failure, text)}</p>}
            {event.newDay && event.newDayText && (
              <p>
                {t("Now by {day} at the latest.", { day: text.nearDate(middayOf(event.newDay)) })}{" "}
                {t(event.newDayText)}
              </p>
            )}
            {event.note && <p className="text-sm">{event.note}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}

function FullDetails({ sender, receiver, proof }: NonNullable<TrackingView["fullDetails"]>) {
  return (
    <section
      aria-label="Booking details"
      className="mt-8 grid gap-6 border-t-2 border-dashed border-line pt-6 sm:grid-cols-2"
    >
      {[sender, receiver].map((facts) => (
        <dl key={facts[0]?.[0]} className="grid content-start gap-y-2">
          {facts.map(([name, value]) => value && <Fact key={name} name={name} value={value} />)}
        </dl>
      ))}
      {proof && (
        <p className="sm:col-span-2 print:hidden">
          <TextLink to={proof}>Proof of delivery</TextLink>
        </p>
      )}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted max-sm:text-sm">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </>
  );
}
