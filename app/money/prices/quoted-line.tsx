/**
 * PRICE-10: the parcel of a quote and its price, above the booking form. Parcel and price change with the form's
 * values.
 */
import type { RefObject } from "react";
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES } from "../../domain/booking.ts";
import { stateLabel } from "../../domain/states.ts";
import { formatWeight, parseWeight } from "../../domain/weight.ts";
import { useFormValues } from "../../ui/form-values.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { ASK, askedBy, asQuery, quoteQueryOf, type QuotedAlready, type Asked } from "./asked.ts";
import { WE_TELL } from "./price-text.ts";

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  /** The parcel in the form before the form's script runs. */
  asked: Asked;
  quotedFor: QuotedAlready | null;
  /** True if there is an active price list. */
  priced: boolean;
  /** True if the person came from the quote page and can go back there. */
  fromQuote: boolean;
};

export function QuotedLine({ formRef, asked: first, quotedFor, priced, fromQuote }: Props) {
  const values = useFormValues(formRef);
  const asked = values ? askedBy(values) : first;
  const text = asked && parcelText(asked);
  const price = asked && priced ? priceOf(asked, quotedFor) : WE_TELL;
  return (
    <div className="border-l-8 border-danfo bg-card px-4 py-2">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="flex-1 basis-32">
          {text ?? "Enter both states and the weight to see the price."}
          {text && price && ": "}
          {text && price && <strong className="whitespace-nowrap">{price}</strong>}
        </span>
        {fromQuote && (
          <span className="shrink-0">
            <TextLink to={asked ? `/quote?${asQuery(asked)}${ASK}` : "/quote"}>Change</TextLink>
          </span>
        )}
      </p>
      {!fromQuote && <p>Nothing is booked yet. Check the form, then press Book Delivery.</p>}
    </div>
  );
}

/** Writes the parcel as text: 'Express, Lagos to Kano, 2.5 kg'. Null if the weight is invalid. */
function parcelText({ service, from, to, weight }: Asked): string | null {
  const read = parseWeight(weight);
  const type = DELIVERY_TYPES.find((one) => one === service) ?? "standard";
  return read.ok
    ? `${DELIVERY_TYPE_LABELS[type].name}, ${stateLabel(from)} to ${stateLabel(to)}, ${formatWeight(read.kg)}`
    : null;
}

/** Returns the price. Null until the server has sent the prices for these values. */
function priceOf(asked: Asked, quotedFor: QuotedAlready | null): string | null {
  if (quotedFor?.question !== quoteQueryOf(asked)) return null;
  return quotedFor.quotes.find(({ service }) => service === (asked.service || "standard"))?.price ?? null;
}
