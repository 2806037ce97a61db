/** RECEIVER-2: the receiver's page: day of arrival, amount to pay, sender, possible actions, company. */
import type { ReactNode } from "react";
import { DELIVERED, isOnTheWay } from "../../domain/delivery-status.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { placeText } from "../../domain/states.ts";
import { useText } from "../../languages/use-text.ts";
import { eventText, ParcelResult } from "../tracking/parcel-result.tsx";
import { isGoingBack } from "../tracking/tracking-view.ts";
import { AfterDelivery } from "./after-delivery.tsx";
import type { RefusedChoice } from "./choice-folds.tsx";
import { HeldAt } from "./collect-at.tsx";
import { CallUs } from "../tracking/call-us.tsx";
import { ChosenPart } from "./chosen-part.tsx";
import { ExtrasSaid } from "./extra-folds.tsx";
import { MessageSwitchPart } from "./message-switch.tsx";
import { Part } from "./part.tsx";
import { PinCode } from "./pin-code.tsx";
import { ReceiverPayOnline } from "./pay-online.tsx";
import { PinPlate } from "./pin-plate.tsx";
import { QuestionPart } from "./question-part.tsx";
import type { ReceiverView } from "./read-receiver.server.ts";
import { toPayText } from "./to-pay.ts";
import { whyFailed } from "./why-failed.ts";
import { WhatYouCanDo } from "./what-you-can-do.tsx";
import { WhoWeAre, type Legal } from "./who-we-are.tsx";

/** The number of earlier events that are shown besides the last event. */
const EVENTS = 4;

type Props = { view: ReceiverView; legal: Legal; lang: string | null; refused: RefusedChoice | undefined };

export function ReceiverParts({ view, legal, lang, refused }: Props) {
  const { parcel, toPay, from, mayLookInside, taken, pin, after, choices, extras, online } = view;
  const { pinElsewhere, paysOnly, pinCode, messages, question, answerKey } = view;
  const text = useText();
  const { t } = text;
  // A failed attempt does not end the delivery, because another attempt may follow.
  const over = parcel.status === DELIVERED || parcel.cancelled || isGoingBack(parcel);
  const unwanted =
    isOnTheWay(parcel.status) &&
    !isGoingBack(parcel) &&
    choices?.chosen.some(({ kind }) => kind === "refuse") === true;
  const pay = toPayText(toPay, over || unwanted, t);
  return (
    <>
      <ParcelResult
        parcel={parcel}
        // The promise of the service is not shown if the receiver chose the day or refused the parcel.
        promise={!choices?.chosen.some(({ day, kind }) => day || kind === "refuse")}
        narrow
        instead={unwanted ? t("You do not want it. The sender decides.") : null}
        whyFailed={choices || question ? whyFailed(parcel, question, text) : undefined}
        head={
          <h1 className="font-semibold">
            {from ? t("{from} sends you a parcel", { from }) : t("A parcel for you")}
          </h1>
        }
      />
      <div className="mx-auto w-full max-w-xl px-4">
        {taken && (
          <p className="mt-4 border-l-8 border-go bg-card px-4 py-3">
            {t("Taken by")} <strong className="wrap-anywhere">{taken.name}</strong>,{" "}
            <time dateTime={taken.at.toISOString()}>{text.dateTime(taken.at)}</time>
          </p>
        )}
        {!paysOnly && <EarlierEvents parcel={parcel} onWay={view.onWay} />}
        {question && <QuestionPart question={question} formKey={answerKey} />}
        <HeldAt {...{ choices }} at={view.collectAt} />
        {choices && (
          <ChosenPart {...choices} collectAt={view.collectAt} state={over ? "over" : choices.state} />
        )}
        {after && <AfterDelivery {...after} />}
        {extras && <ExtrasSaid extras={extras} />}
        {pin && (
          <section aria-label="PIN" className="mt-6 border-l-8 border-danfo bg-card px-4 py-3">
            <PinPlate
              pin={pin.digits}
              text={t("Say it to the rider once you have the parcel, never before and to nobody else.")}
              formKey={pin.drawKey}
            />
          </section>
        )}
        {pinCode && <PinCode {...pinCode} error={refused?.errors["digits"]} />}
        {pinElsewhere && (
          <p className="mt-4">{t("Your PIN is on the link that you were sent. Open it again to read it.")}</p>
        )}
        <ToPayPart {...{ pay, online: unwanted ? null : online }} />
        <FromPart {...{ parcel, from }} />
        {paysOnly ? (
          <CallUs isMain text={`about the parcel ${parcel.trackingCode} for me:`} />
        ) : (
          <WhatYouCanDo {...{ parcel, choices, over, mayLookInside, extras, lang, refused }} />
        )}
        {messages && <MessageSwitchPart who="receiver" view={messages} />}
        <WhoWeAre legal={legal} from={from} />
      </div>
    </>
  );
}

function OnItsWay({ onWay }: Pick<ReceiverView, "onWay">) {
  const { t } = useText();
  if (!onWay) return null;
  const [stop, stops] = [String(onWay.stop), String(onWay.stops)];
  return (
    <p className="mt-4 border-l-8 border-sky bg-card px-4 py-3 font-semibold">
      {t("{rider} brings it today: stop {stop} of {stops}.", { rider: onWay.rider, stop, stops })}
    </p>
  );
}

function EarlierEvents({ parcel, onWay }: Pick<ReceiverView, "parcel" | "onWay">) {
  const text = useText();
  const earlier = parcel.events.slice(0, -1).slice(-EVENTS).toReversed();
  return (
    <>
      <OnItsWay onWay={onWay} />
      {earlier.length > 0 && <Events {...{ parcel, earlier, text }} />}
    </>
  );
}

type EventsProps = Pick<ReceiverView, "parcel"> & {
  earlier: ReceiverView["parcel"]["events"];
  text: ReturnType<typeof useText>;
};

function Events({ parcel, earlier, text }: EventsProps) {
  return (
    <ul className="mt-3 text-sm text-muted">
      {earlier.map((event, index) => (
        <li key={index}>
          {eventText(event, parcel.pieces, text)}{" "}
          <time dateTime={event.at.toISOString()}>{text.dateTime(event.at)}</time>
        </li>
      ))}
    </ul>
  );
}

type ToPayProps = Pick<ReceiverView, "online"> & { pay: ReturnType<typeof toPayText> };

function ToPayPart({ pay, online }: ToPayProps) {
  const { t } = useText();
  return (
    <section aria-labelledby="pay" className="mt-6 border-l-8 border-go bg-card px-4 py-3">
      <h2 id="pay" className="text-sm font-semibold text-muted">
        {t("To pay")}
      </h2>
      <p className="font-display text-[1.75rem] leading-tight font-extrabold">{pay.title}</p>
      {pay.lines.length > 0 && (
        <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 tabular-nums">
          {pay.lines.map(([name, amount]) => (
            <Line key={name} name={name}>
              {amount}
            </Line>
          ))}
        </dl>
      )}
      <p className="mt-2">{pay.text}</p>
      {online && <ReceiverPayOnline {...online} />}
    </section>
  );
}

function FromPart({ parcel, from }: Pick<ReceiverView, "parcel" | "from">) {
  const { t } = useText();
  return (
    <Part id="from" title={t("From")}>
      <p>
        {t("{from}, {origin}, to you in {destination}.", {
          from: from ?? t("The sender"),
          origin: placeText(parcel.origin),
          destination: placeText(parcel.destination),
        })}
      </p>
      <p>
        {t("Code")}{" "}
        <strong translate="no" className="font-display tracking-wide tabular-nums">
          {readableTrackingCode(parcel.trackingCode)}
        </strong>
      </p>
    </Part>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="text-right font-semibold">{children}</dd>
    </>
  );
}
