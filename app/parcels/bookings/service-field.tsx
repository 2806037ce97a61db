/** BOOK-2, BOOK-18: the delivery types. Each type shows the price and the last day once they are known. */
import type { RefObject } from "react";
import { DELIVERY_TYPES, NOT_SAME_DAY } from "../../domain/booking.ts";
import { TicketText } from "../../money/prices/ticket-text.tsx";
import { NOT_OFFERED, type QuoteText } from "../../money/prices/price-text.ts";
import { RadioCards } from "../../ui/field.tsx";
import { useFormValues } from "../../ui/form-values.ts";
import { useDays, useEnds, type PageDays } from "./use-typed-parcel.ts";

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  days: PageDays;
  chosen: string | undefined;
  error?: string;
  quotes: readonly QuoteText[];
  isBrought: boolean;
};

/** Draws the delivery types. Same Day cannot be chosen if the two places differ. */
export function ServiceField({ formRef, days, chosen, error, quotes, isBrought }: Props) {
  const values = useFormValues(formRef);
  const daysOf = useDays(days, quotes);
  const { apart } = useEnds(values);
  const sameDayChosen = values?.["deliveryType"] === "same_day";
  return (
    <RadioCards
      legend="Delivery type"
      name="deliveryType"
      defaultValue={chosen ?? "standard"}
      error={error ?? (apart && sameDayChosen ? NOT_SAME_DAY : undefined)}
      options={DELIVERY_TYPES.map((type) => {
        const away = type === "same_day" && apart;
        const price = quotes.find(({ service }) => service === type)?.price ?? null;
        return {
          value: type,
          text: (
            <TicketText
              service={type}
              isBrought={isBrought}
              price={away ? null : price || null}
              days={daysOf(type)}
              refused={
                away ? "Not between two cities" : price === NOT_OFFERED ? "Not between these states" : null
              }
            />
          ),
          // Browsers do not send a disabled field. So a Same Day that is already chosen stays enabled until
          // the person chooses another type.
          disabled: away && !sameDayChosen,
        };
      })}
    />
  );
}
