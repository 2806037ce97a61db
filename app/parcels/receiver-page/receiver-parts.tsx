/** RECEIVER-2: the receiver's page, in this order: day of arrival, amount to pay, sender, actions, and the company. */
import type { ReactNode } from "react";
import { DELIVERED } from "../../domain/delivery-status.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { placeText } from "../../domain/states.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import { useText } from "../tracking/languages/use-text.ts";
import { eventText, isCancelled, isGoingBack, ParcelResult } from "../tracking/parcel-result.tsx";
import { AfterDelivery } from "./after-delivery.tsx";
import type { Refused } from "./choice-folds.tsx";
import { ChosenPart } from "./chosen-part.tsx";
import { Part } from "./part.tsx";
import { PayOnlinePart } from "./pay-online.tsx";
import { PinPlate } from "./pin-plate.tsx";
import { QuestionPart } from "./question-part.tsx";
import type { ReceiverView } from "./read-receiver.server.ts";
import { payText } from "./to-pay.ts";
import { WhatYouCanDo } from "./what-you-can-do.tsx";

/** The company's registration, for people who want to know whom they deal with. */
export type Legal = Record<"name" | "rcNumber" | "licenceNumber" | "address" | "email", string>;

/** Only the last events; the rest is history. */
const EVENTS = 4;

type Props = { view: ReceiverView; legal: Legal; refused: Refused | undefined };

export function ReceiverParts({ view, legal, refused }: Props) {
  const { parcel, toPay, from, mayLookInside, taken, pin, after, choices, online, pinElsewhere } = view;
  const text = useText();
  // A failed attempt is not the end: another may follow.
  const over = parcel.status === DELIVERED || isCancelled(parcel) || isGoingBack(parcel);
  const pay = payText(toPay, over);
  const code = readableTrackingCode(parcel.trackingCode);
  const earlier = parcel.events.slice(0, -1).slice(-EVENTS).toReversed();
  return (
    <>
      <ParcelResult
        parcel={parcel}
        promise
        narrow
        head={<h1 className="font-semibold">{from ? `${from} sends you a parcel` : "A parcel for you"}</h1>}
      />
      <div className="mx-auto w-full max-w-xl px-4">
        {taken && (
          <p className="mt-4 border-l-8 border-go bg-card px-4 py-3">
            Taken by <strong className="wrap-anywhere">{taken.name}</strong>,{" "}
            <time dateTime={taken.at.toISOString()}>{text.dateTime(taken.at)}</time>
          </p>
        )}
        {earlier.length > 0 && (
          <ul className="mt-3 text-sm text-muted">
            {earlier.map((event, index) => (
              <li key={index}>
                {eventText(event, parcel, text)}{" "}
                <time dateTime={event.at.toISOString()}>{text.dateTime(event.at)}</time>
              </li>
            ))}
          </ul>
        )}
        {choices?.question && <QuestionPart question={choices.question} formKey={choices.formKey} />}
        {choices && <ChosenPart {...choices} state={over ? "over" : choices.state} />}
        {after && <AfterDelivery {...after} />}
        {pin && (
          <section aria-label="PIN" className="mt-6 border-l-8 border-danfo bg-card px-4 py-3">
            <PinPlate
              pin={pin.digits}
              text="Say it to the rider once you have the parcel, never before and to nobody else."
              formKey={pin.drawKey}
            />
          </section>
        )}
        {pinElsewhere && (
          <p className="mt-4">Your PIN is on the link that you were sent. Open it again to read it.</p>
        )}
        <section aria-labelledby="pay" className="mt-6 border-l-8 border-go bg-card px-4 py-3">
          <h2 id="pay" className="text-sm font-semibold text-muted">
            To pay
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
          {online && <PayOnlinePart {...online} />}
        </section>
        <Part id="from" title="From">
          <p>
            {from ?? "The sender"}, {placeText(parcel.origin)}, to you in {placeText(parcel.destination)}.
          </p>
          <p>
            Code{" "}
            <strong translate="no" className="font-display tracking-wide tabular-nums">
              {code}
            </strong>
          </p>
        </Part>
        <WhatYouCanDo {...{ parcel, choices, over, mayLookInside, refused }} />
        <WhoWeAre legal={legal} from={from} />
      </div>
    </>
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

/**
 * The notice of the Nigeria Data Protection Act 2023 (section 27) and the GAID 2025: the controller, the reason, the
 * retention time, and how to object.
 */
function WhoWeAre({ legal, from }: { legal: Legal; from: string | null }) {
  const { name } = useCompany();
  const facts = [
    legal.name || name,
    legal.rcNumber,
    legal.licenceNumber && `courier licence ${legal.licenceNumber}`,
  ];
  return (
    <section aria-labelledby="privacy" className="mt-8 border-t-2 border-dashed border-line pt-4 text-sm">
      <h2 id="privacy" className="font-semibold">
        Who we are, and your data
      </h2>
      <p className="mt-1">
        {facts.filter(Boolean).join(", ")}, {legal.address}.
      </p>
      <p className="mt-1">
        {from ?? "The sender"} gave us your name, phone and address so that we can bring you this parcel. We
        use them for nothing else. We keep them for six years after the booking, as long as a claim can be
        brought, and then erase them.
      </p>
      <p className="mt-1">
        To see or correct them, to object or to have them erased, write to{" "}
        <a href={`mailto:${legal.email}`} className="underline underline-offset-4 wrap-anywhere">
          {legal.email}
        </a>{" "}
        or call us. You can complain to the Nigeria Data Protection Commission.
      </p>
    </section>
  );
}
