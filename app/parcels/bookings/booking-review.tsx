/** What follows the typing in the booking form: the delivery types, and what will be sent. */
import { useSyncExternalStore, type RefObject } from "react";
import {
  DELIVERY_TYPE_LABELS,
  DELIVERY_TYPES,
  estimatedDelivery,
  NOT_SAME_DAY,
  type DeliveryType,
} from "../../domain/booking.ts";
import { formatNaira, parseOptionalNaira } from "../../domain/money.ts";
import { arrivalText } from "../../domain/promise.ts";
import { placeText } from "../../domain/states.ts";
import { formatWeight, parseWeight } from "../../domain/weight.ts";
import { CardSection } from "../../ui/card-section.tsx";
import { Fact } from "../../ui/fact.tsx";
import { RadioCards } from "../../ui/field.tsx";
import { useFormValues } from "../../ui/form-values.ts";
import { usePlaces } from "../../places/use-places.ts";

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  /** The beginning of the Lagos day on which the page was made, in milliseconds. */
  now: number;
};
type Values = Record<string, string>;

const never = () => () => undefined;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A page from the cache is as old as the day it was cached: where that is over, the device's clock counts. */
function useNow(now: number): Date {
  const days = useSyncExternalStore(
    never,
    () => (document.documentElement.dataset["kept"] ? Math.floor((Date.now() - now) / DAY_MS) : 0),
    () => 0,
  );
  return new Date(now + days * DAY_MS);
}

/** Both places as they are typed; neither before the recogniser is there. */
function useEnds(values: Values | null) {
  const places = usePlaces();
  if (!values || !places) return { origin: null, destination: null, apart: false };
  const of = (end: string) => places.placeOf(values[`${end}Address`] ?? "", values[`${end}State`] ?? "");
  const [origin, destination] = [of("sender"), of("receiver")];
  return {
    origin,
    destination,
    apart: origin !== null && destination !== null && !places.isSamePlace(origin, destination),
  };
}

/** BOOK-2, BOOK-18: each type with its last day. Same Day cannot be chosen between two places. */
export function DeliveryTypes({
  formRef,
  now,
  chosen,
  error,
}: Props & { chosen: string | undefined; error?: string }) {
  const values = useFormValues(formRef);
  const at = useNow(now);
  const { apart } = useEnds(values);
  const sameDayChosen = values?.["deliveryType"] === "same_day";
  return (
    <RadioCards
      legend="Delivery type"
      name="deliveryType"
      defaultValue={chosen ?? "standard"}
      error={error ?? (apart && sameDayChosen ? NOT_SAME_DAY : undefined)}
      options={DELIVERY_TYPES.map((type) => ({
        value: type,
        label: DELIVERY_TYPE_LABELS[type].name,
        hint: DELIVERY_TYPE_LABELS[type].promise,
        more: type === "same_day" && apart ? "Not between two cities" : arrival(type, at),
        // One that is chosen stays so until the person chooses another: a disabled field is not sent.
        disabled: type === "same_day" && apart && !sameDayChosen,
      }))}
    />
  );
}

const arrival = (type: DeliveryType, at: Date) => arrivalText(type, estimatedDelivery(type, at));

const NEEDED = [
  "senderName",
  "senderPhone",
  "senderAddress",
  "receiverName",
  "receiverPhone",
  "receiverAddress",
  "packageDescription",
];

/** BOOK-19: what the form will send, above the button, as soon as it is complete. */
export function BookingReview({ formRef, now }: Props) {
  const values = useFormValues(formRef);
  const at = useNow(now);
  const { origin, destination } = useEnds(values);
  const weight = parseWeight(values?.["packageWeight"] ?? "");
  if (!values || !weight.ok || NEEDED.some((name) => !values[name]?.trim())) return null;
  const type = DELIVERY_TYPES.find((one) => one === values["deliveryType"]) ?? "standard";
  const collect = parseOptionalNaira(values["collect"] ?? "");
  return (
    <CardSection id="review" title="Check before you send">
      <dl className="mt-3 grid gap-3 sm:grid-cols-2">
        <Fact name="From">
          {values["senderName"]}, {values["senderPhone"]}
          <span className="block font-normal">{values["senderAddress"]}</span>
          {origin && <span className="block">{placeText(origin)}</span>}
        </Fact>
        <Fact name="To">
          {values["receiverName"]}, {values["receiverPhone"]}
          <span className="block font-normal">{values["receiverAddress"]}</span>
          {destination && <span className="block">{placeText(destination)}</span>}
        </Fact>
        <Fact name={values["packageType"] ?? "Package"}>
          {values["packageDescription"]}, {formatWeight(weight.kg)}
        </Fact>
        <Fact name={DELIVERY_TYPE_LABELS[type].name}>{arrival(type, at)}</Fact>
        {collect.ok && collect.kobo > 0 && (
          <Fact name="Amount to collect">{formatNaira(collect.kobo)} from the receiver</Fact>
        )}
      </dl>
    </CardSection>
  );
}
