/**
 * PRICE-6, BOOK-20: the price beside the button that books. On a phone, price and button are in a bar at the bottom.
 */
import type { RefObject } from "react";
import { nearDay } from "../../domain/promise.ts";
import type { QuotedAlready } from "../../money/prices/asked.ts";
import { Button } from "../../ui/button.tsx";
import { noPriceText } from "./no-price.ts";
import { useFormValues } from "../../ui/form-values.ts";
import type { useSteps } from "./booking-steps.tsx";

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  steps: ReturnType<typeof useSteps>;
  quotedFor: QuotedAlready | null;
  values: Record<string, string>;
  errors: Record<string, string>;
  isBrought: boolean;
  priced: boolean;
  busy: boolean;
};

export function SubmitBar(props: Props) {
  const { formRef, quotedFor, values, errors, isBrought, priced, busy } = props;
  const { shown, midway } = props.steps;
  const live = useFormValues(formRef);
  const chosen = (live ?? values)["deliveryType"] ?? "standard";
  const quote = quotedFor?.quotes.find((one) => one.service === chosen);
  const last = shown && !midway;
  const onPhone = !shown
    ? "Book Delivery"
    : midway
      ? "Next"
      : `Book${quote ? ` · ${quote.price}` : " Delivery"}`;
  const book = (
    <Button
      type="submit"
      busy={busy}
      busyLabel="Processing..."
      className={priced ? "min-h-14 max-sm:w-auto!" : ""}
    >
      <span className="max-sm:hidden">Book Delivery</span>
      <span className="sm:hidden">{onPhone}</span>
    </Button>
  );
  if (!priced)
    return (
      <div className="grid gap-2">
        <p>
          {isBrought ? "We call you about the price." : "We call you to agree the pickup time and the price."}
        </p>
        {book}
      </div>
    );
  return (
    <div
      data-price-bar
      data-sticky-bar
      className="sticky bottom-(--bottom-bar,0) z-10 -mx-4 flex min-h-16 flex-wrap items-center justify-between gap-x-4 border-t border-line bg-paper px-4 py-1 sm:static sm:mx-0 sm:border-0 sm:px-0"
    >
      <p aria-live="polite" className="flex-1 basis-24 text-[0.8125rem] wrap-break-word">
        {quote ? (
          <>
            <strong className="text-base">
              {quote.name} <span className={last ? "max-sm:hidden" : ""}>{quote.price}</span>
            </strong>{" "}
            <span className="block">{`by ${nearDay(quote.days.lastDay)}`}</span>
          </>
        ) : (
          noPriceText({ values: live ?? values, errors, answered: quotedFor !== null })
        )}
      </p>
      {book}
    </div>
  );
}
