/** The booking form: a plain form post, enhanced with JavaScript. */
import { useRef, useState } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { askedBy, QUOTED_FIELDS, questionOf, type Quoted } from "../../money/prices/asked.ts";
import { LivePrice } from "../../money/prices/live-price.tsx";
import { QuotedLine } from "../../money/prices/quoted-line.tsx";
import type { CollectOffer } from "../../money/settlements/collect-field.tsx";
import { Button } from "../../ui/button.tsx";
import { AddressFields } from "../../places/address-fields.tsx";
import { EmailField, Field, PhoneField } from "../../ui/field.tsx";
import { useDraft } from "../../ui/draft.ts";
import { FieldGroup } from "../../ui/field-group.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../../ui/form.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { LaneDivider } from "../../ui/lane-divider.tsx";
import { KEYED_FORM } from "../../ui/page-key.ts";
import type { bookingForm } from "./booking-form-schema.ts";
import { BookingReview } from "./booking-review.tsx";
import { PACKAGE_LABELS, PackageFields } from "./package-fields.tsx";
import { SHOW_PRICE } from "./show-price.ts";
import { StepBar, useSteps } from "./booking-steps.tsx";

/** The fields as the error summary names them. */
const LABELS = {
  senderName: "Sender: Full name",
  senderPhone: "Sender: Phone number",
  senderEmail: "Sender: Email",
  senderAddress: "Pickup address",
  senderState: "Pickup address: State",
  senderStateSure: "Pickup address: State",
  receiverName: "Receiver: Full name",
  receiverPhone: "Receiver: Phone number",
  receiverAddress: "Delivery address",
  receiverState: "Delivery address: State",
  receiverStateSure: "Delivery address: State",
  ...PACKAGE_LABELS,
};

const loadForm = () => import("./booking-form-schema.ts").then((schema) => schema.bookingForm);

type Props = {
  formKey: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  /** The name of the stored draft. */
  draft: string;
  /** The store order to deliver; the server checks its owner again. */
  orderId?: string | null;
  /** The beginning of the server's Lagos day, in milliseconds. */
  now: number;
  /** A price list counts now. */
  priced: boolean;
  /** What is offered to collect from the receiver; null where nothing is. */
  collects: CollectOffer | null;
  /** Prices that were asked for: on the quote page, or without a script by the button of the form. */
  quoted: Quoted | null;
};

/** Of a draft: what the quote page was asked after it counts, and an address in another state is not the one that was asked for. */
const quoteWins = (values: Record<string, string>) => (name: string, draft: Record<string, string>) => {
  const end = /^(?:sender|receiver)(?=Address$)/.exec(name)?.[0];
  return QUOTED_FIELDS.includes(name) || (end ? draft[`${end}State`] !== values[`${end}State`] : false);
};

export function BookingFormView({
  formKey,
  errors,
  values,
  draft,
  orderId,
  now,
  priced,
  collects,
  quoted,
}: Props) {
  const formRef = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const asked = askedBy(values) ?? quoted?.asked;
  // Of a form that was refused with another parcel than the one in the address there is no price yet.
  const [quotedFor, setQuotedFor] = useState(
    quoted && asked && quoted.quotedFor.question === questionOf(asked) ? quoted.quotedFor : null,
  );
  const steps = useSteps(formRef, priced);
  const { field, handlers, isRight, allErrors, formId } = useForm(loadForm, { errors, values });
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formMethod === "POST";

  // Leaving for the track page after a successful booking: the draft is no longer needed.
  const sent =
    navigation.state === "loading" &&
    navigation.formMethod === "POST" &&
    /^\/(track|admin\/bookings\/[A-Z]+\d+[A-Z]*)$/.test(navigation.location.pathname);
  const { key: visit } = useLocation();
  useDraft(formRef, draft, sent, quoted?.fromQuote ? { by: visit, wins: quoteWins(values) } : undefined);

  return (
    <Form
      ref={formRef}
      id={KEYED_FORM}
      method="post"
      data-waits
      noValidate
      // The bar with the price stays at the bottom of a phone: a focused field scrolls to above it.
      className="mt-6 grid gap-8 max-sm:[&_:is(input,select,textarea)]:scroll-mb-28"
      {...handlers}
      onSubmit={(event) => {
        if (!steps.isMidway()) return handlers.onSubmit(event);
        event.preventDefault();
        steps.next(isRight);
      }}
      aria-busy={busy}
    >
      <IdempotencyKeyField value={formKey} />
      {orderId && <input type="hidden" name="order" value={orderId} />}
      {quoted && asked && (
        <QuotedLine {...{ formRef, asked, quotedFor, priced }} fromQuote={quoted.fromQuote} />
      )}
      <FormErrors errors={allErrors} formId={formId} labels={LABELS} />
      <div data-group="0" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <FieldGroup legend="Sender">
          <Field label="Full name" autoComplete="name" {...field("senderName")} />
          <div className="grid gap-4 sm:grid-cols-2">
            <PhoneField label="Phone number" {...field("senderPhone")} />
            <EmailField label="Email" {...field("senderEmail")} />
          </div>
          <BookingAddress of="sender" legend="Pickup address" field={field} autoComplete="street-address" />
        </FieldGroup>
        <LaneDivider />
      </div>
      <div data-group="1" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <FieldGroup legend="Receiver">
          <Field label="Full name" autoComplete="off" {...field("receiverName")} />
          <PhoneField label="Phone number" autoComplete="off" {...field("receiverPhone")} />
          <BookingAddress of="receiver" legend="Delivery address" field={field} autoComplete="off" />
        </FieldGroup>
        <LaneDivider />
      </div>
      <div data-group="2" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <PackageFields {...{ formRef, field, values, now, priced, collects }} />
        <BookingReview formRef={formRef} now={now} />
      </div>
      {priced && (
        <div className="sticky bottom-0 z-10 sm:static">
          <LivePrice
            {...{ formRef, quotedFor }}
            onQuotes={setQuotedFor}
            first={values["deliveryType"] ?? "standard"}
          />
          <StepBar steps={steps} isRight={isRight} />
        </div>
      )}
      <div data-group="2" className="grid gap-4">
        {/* The first submit button, which is the one that Enter presses: without a script nobody books a price unseen. */}
        {priced && !hydrated && (
          <div className="hidden noscript:grid">
            <Button type="submit" name="intent" value={SHOW_PRICE} variant="secondary">
              Show price
            </Button>
          </div>
        )}
        <Button type="submit" busy={busy} busyLabel="Processing...">
          Book Delivery
        </Button>
      </div>
    </Form>
  );
}

type AddressProps = {
  legend: string;
  of: "sender" | "receiver";
  field: ReturnType<typeof useForm<typeof bookingForm>>["field"];
  autoComplete: string;
};

const BookingAddress = ({ legend, of, field, autoComplete }: AddressProps) => (
  <AddressFields
    address={{ label: legend, autoComplete, hint: "Street, area, town and state", ...field(`${of}Address`) }}
    state={{ label: "State", ...field(`${of}State`) }}
    sureError={field(`${of}StateSure`).error}
  />
);
