/** BOOK-19: a waybill with the typed values, beside the form or, once the form is complete, above the button. */
import { useSyncExternalStore, type ReactNode, type RefObject } from "react";
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES, type DeliveryType } from "../../domain/booking.ts";
import type { DeliveryDays } from "../../domain/delivery-days.ts";
import { formatNaira, parseOptionalNaira } from "../../domain/money.ts";
import { offerText } from "../../domain/promise.ts";
import { placeText, stateLabel } from "../../domain/states.ts";
import { firstMile } from "../../domain/first-mile.ts";
import { USUAL_PAYER, type PaysDelivery } from "../../domain/pays-delivery.ts";
import { PICKUP_HALVES } from "../../domain/pickup-halves.ts";
import { piecesText } from "../../domain/pieces.ts";
import { formatWeight, parseWeight } from "../../domain/weight.ts";
import type { QuoteText } from "../../money/prices/price-text.ts";
import { useFormValues } from "../../ui/form-values.ts";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import type { HubToChoose } from "./more-fields.tsx";
import { useDays, useEnds, type PageDays } from "./use-typed-parcel.ts";

/** The waybill is beside the form from the theme's `xl` breakpoint on. */
const WIDE = "(width >= 80rem)";
function subscribe(changed: () => void) {
  const media = matchMedia(WIDE);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
}
const useWide = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  );

const NEEDED = [
  "senderName",
  "senderPhone",
  "senderAddress",
  "receiverName",
  "receiverPhone",
  "receiverAddress",
  "packageDescription",
];

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  days: PageDays;
  quotes: readonly QuoteText[];
  hubs: readonly HubToChoose[];
  atCounter: boolean;
};

export function BookingWaybill({ formRef, days, quotes, hubs, atCounter }: Props) {
  const values = useFormValues(formRef);
  const daysOf = useDays(days, quotes);
  const wide = useWide();
  const { origin, destination } = useEnds(values);
  if (!values) return null;
  const of = (name: string) => values[name]?.trim() ?? "";
  const weight = parseWeight(of("packageWeight"));
  const complete = weight.ok && NEEDED.every(of);
  if (!wide && !complete) return null;
  const type = DELIVERY_TYPES.find((one) => one === values["deliveryType"]) ?? "standard";
  const collect = parseOptionalNaira(of("collect"));
  const dropOff = hubs.find(({ id }) => id === of("dropOffHub"));
  return (
    <section
      aria-labelledby="waybill"
      data-group="2"
      className="xl:sticky xl:top-6 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:self-start"
    >
      <PerforatedCard>
        <h2 id="waybill" className="text-sm font-semibold text-muted">
          {complete ? "Check before you send" : "Your waybill"}
        </h2>
        <BigState state={of("receiverState")} />
        <dl className="mt-4 grid gap-4">
          <Line
            name="To"
            texts={[
              of("receiverName"),
              of("receiverPhone"),
              of("receiverAddress"),
              destination?.town ? placeText(destination) : "",
            ]}
          />
          <Line
            name="From"
            texts={[
              of("senderName"),
              of("senderPhone"),
              of("senderAddress"),
              origin ? placeText(origin) : stateLabel(of("senderState")),
              dropOff && `Brought to ${dropOff.name}`,
            ]}
          />
          <Line
            name={of("packageType") || "Package"}
            texts={[
              of("packageDescription"),
              weight.ok ? formatWeight(weight.kg) : "",
              piecesText(Number(of("pieces"))),
              of("mayLookInside") && "The receiver may look inside before paying",
            ]}
          />
          {collect.ok && collect.kobo > 0 && (
            <Line name="Amount to collect" texts={[`${formatNaira(collect.kobo)} from the receiver`]} />
          )}
        </dl>
        <PriceAndDay
          {...{ type, quotes, atCounter }}
          days={daysOf(type)}
          isBrought={dropOff !== undefined}
          half={of("pickupHalf")}
          payer={of("paysDelivery")}
        />
      </PerforatedCard>
    </section>
  );
}

function BigState({ state }: { state: string }) {
  return (
    <p className={`mt-1 font-display text-5xl leading-none font-extrabold ${state ? "" : "text-muted"}`}>
      {stateLabel(state) || "Where to?"}
    </p>
  );
}

type PriceProps = Pick<Props, "quotes" | "atCounter"> & {
  type: DeliveryType;
  days: DeliveryDays | null;
  payer: string;
  isBrought: boolean;
  half: string;
};

function PriceAndDay({ type, quotes, days, atCounter, payer, isBrought, half }: PriceProps) {
  const { payerLabels, payerNames } = firstMile(isBrought);
  const quote = quotes.find(({ service }) => service === type);
  const time = PICKUP_HALVES.find((one) => one === half) ?? null;
  return (
    <dl className="mt-4 border-t-2 border-dashed border-line pt-4">
      <Line
        name={DELIVERY_TYPE_LABELS[type].name}
        texts={[
          quote?.price && (
            <strong key="price" className="block font-display text-[1.75rem] leading-tight font-extrabold">
              {quote.price}
            </strong>
          ),
          days && offerText(type, days, isBrought, time),
          payerText(payer, atCounter ? payerLabels : payerNames),
          quote?.back,
        ]}
      />
    </dl>
  );
}

/** Returns the payer for the waybill. Null if the sender pays before the pickup. */
const payerText = (payer: string, names: Readonly<Record<PaysDelivery, string>>) =>
  payer in names && payer !== USUAL_PAYER ? names[payer as PaysDelivery] : null;

/** Draws a part of the waybill: a name and the known texts, or a dashed line if no text is known. */
function Line({ name, texts }: { name: string; texts: ReactNode[] }) {
  const known = texts.filter(Boolean);
  return (
    <div className="min-w-0 wrap-break-word">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        {known.length === 0 ? (
          <span className="block h-6 border-b border-dashed border-line" />
        ) : (
          known.map((text, at) => (
            <span key={at} className={`block ${at === 0 ? "font-semibold" : "text-sm"}`}>
              {text}
            </span>
          ))
        )}
      </dd>
    </div>
  );
}
