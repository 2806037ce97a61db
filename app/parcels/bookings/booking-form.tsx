/** BOOK-16: the booking form. It works without JavaScript. Longer than 250 lines because its steps share one form. */
import { useRef, type RefObject } from "react";
import { Form, useNavigation } from "react-router";
import { firstMile } from "../../domain/first-mile.ts";
import { PICKUP_LABELS } from "../../domain/pickup-halves.ts";
import { askedBy, QUOTED_FIELDS, quoteQueryOf, type Quoted } from "../../money/prices/asked.ts";
import type { QuoteText } from "../../money/prices/price-text.ts";
import { QuotedLine } from "../../money/prices/quoted-line.tsx";
import { useQuotes } from "../../money/prices/use-quotes.ts";
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
import { SavedReceivers } from "../address-book/saved-receivers.tsx";
import type { bookingForm } from "./booking-form-schema.ts";
import { BookingWaybill } from "./booking-waybill.tsx";
import type { HubToChoose } from "./more-fields.tsx";
import { PACKAGE_LABELS, PackageFields } from "./package-fields.tsx";
import { SHOW_PRICE } from "./show-price.ts";
import { DROP_OFF_LABEL, DropOffField, useBrought } from "./drop-off-field.tsx";
import { StepHead, useSteps, useVisit } from "./booking-steps.tsx";
import { PickupFields } from "./pickup-fields.tsx";
import type { PageDays } from "./use-typed-parcel.ts";
import { SubmitBar } from "./submit-bar.tsx";

const labelsOf = (isBrought: boolean) => ({
  senderName: "Sender: Full name",
  senderPhone: "Sender: Phone number",
  senderEmail: "Sender: Email",
  senderAddress: firstMile(isBrought).address,
  senderState: `${firstMile(isBrought).address}: State`,
  senderStateSure: `${firstMile(isBrought).address}: State`,
  dropOffHub: DROP_OFF_LABEL,
  ...PICKUP_LABELS,
  receiverName: "Receiver: Full name",
  receiverPhone: "Receiver: Phone number",
  receiverAddress: "Delivery address",
  receiverState: "Delivery address: State",
  receiverStateSure: "Delivery address: State",
  ...PACKAGE_LABELS,
});

const loadForm = () => import("./booking-form-schema.ts").then((schema) => schema.bookingForm);
const loadCounterForm = () => import("./booking-form-schema.ts").then((schema) => schema.counterBookingForm);

type Props = {
  formKey: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  draft: string;
  /** The id of the store order to deliver. The server checks that the order belongs to the sender. */
  orderId?: string | null;
  days: PageDays;
  priced: boolean;
  collects: CollectOffer | null;
  /** The name of the sender's business if the sender can book on account. */
  business?: string | null;
  hubs: readonly HubToChoose[];
  /**
   * The prices from the quote page, or from the price button that works without JavaScript. Null if no prices were
   * requested.
   */
  quoted: Quoted | null;
  atCounter?: boolean;
  /** SENDER-2: true if the person is signed in. Only signed-in people have an address book. */
  addressBook?: boolean;
};

/** SENDER-2: who chooses a receiver in the address book keeps what was typed about the sender on `/book`. */
export const DRAFT_TO = "book-to-";
const SENDER_OF_DRAFT = { name: "book", takes: /^(?:sender|dropOffHub$|pickup)/ };

/**
 * Returns a function that tells whether a field keeps its quoted value when a draft is restored. The fields of the
 * quoted parcel always keep it. An address keeps it if the draft's state differs from the quoted state.
 */
const quoteWins = (values: Record<string, string>) => (name: string, draft: Record<string, string>) => {
  const end = /^(?:sender|receiver)(?=Address$)/.exec(name)?.[0];
  return QUOTED_FIELDS.includes(name) || (end ? draft[`${end}State`] !== values[`${end}State`] : false);
};

export function BookingFormView(props: Props) {
  const { formKey, errors, values, draft, orderId, days, priced, collects, hubs, quoted } = props;
  const { business = null, atCounter = false, addressBook = false } = props;
  const formRef = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const asked = askedBy(values) ?? quoted?.asked;
  // A refused form can contain another parcel than the quoted one. Then the quoted prices do not apply.
  const answered =
    quoted && asked && quoted.quotedFor.question === quoteQueryOf(asked) ? quoted.quotedFor : null;
  const quotedFor = useQuotes(formRef, answered);
  const { busy, sent } = useSending();
  const visit = useVisit();
  const filled = quoted?.fromQuote ? { by: visit, wins: quoteWins(values) } : undefined;
  useDraft(formRef, draft, sent, filled, draft.startsWith(DRAFT_TO) ? SENDER_OF_DRAFT : undefined);
  const steps = useSteps(formRef, priced);
  const { field, handlers, isRight, allErrors, formId } = useForm(atCounter ? loadCounterForm : loadForm, {
    errors,
    values,
  });

  const quotes = quotedFor?.quotes ?? [];
  const isBrought = useBrought(formRef, values);
  return (
    <Form
      ref={formRef}
      id={KEYED_FORM}
      method="post"
      data-waits
      noValidate
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-16"
      {...handlers}
      onSubmit={(event) => {
        if (!steps.isMidway()) return handlers.onSubmit(event);
        event.preventDefault();
        steps.next(isRight);
      }}
      aria-busy={busy || undefined}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <IdempotencyKeyField value={formKey} />
        {orderId && <input type="hidden" name="order" value={orderId} />}
        {quoted && asked && (
          <QuotedLine {...{ formRef, asked, quotedFor, priced }} fromQuote={quoted.fromQuote} />
        )}
        <FormErrors errors={allErrors} formId={formId} labels={labelsOf(isBrought)} />
        {priced && <StepHead steps={steps} />}
        <People
          {...{ field, hubs, atCounter, isBrought, days, quotes }}
          formRef={addressBook ? formRef : null}
        />
        <Between />
        <div id="package" data-group="2">
          <PackageFields
            {...{ formRef, field, values, days, priced, collects, quotes, hubs }}
            {...{ atCounter, isBrought, business }}
          />
        </div>
        {priced && !hydrated && <ShowPrice />}
      </div>
      <BookingWaybill {...{ formRef, days, quotes, hubs, atCounter }} />
      <SubmitBar {...{ formRef, steps, quotedFor, values, isBrought, priced, busy }} errors={allErrors} />
    </Form>
  );
}

type BookingField = ReturnType<typeof useForm<typeof bookingForm>>["field"];

function People({
  field,
  hubs,
  atCounter,
  isBrought,
  days,
  quotes,
  formRef,
}: {
  field: BookingField;
  days: PageDays;
  quotes: readonly QuoteText[];
  hubs: readonly HubToChoose[];
  atCounter: boolean;
  isBrought: boolean;
  formRef: RefObject<HTMLFormElement | null> | null;
}) {
  return (
    <>
      <div id="sender" data-group="0">
        <FieldGroup legend="Sender">
          <Field label="Full name" autoComplete="name" {...field("senderName")} />
          <div className="grid gap-4 sm:grid-cols-2">
            <PhoneField label="Phone number" {...field("senderPhone")} />
            <EmailField label="Email" optional={atCounter} {...field("senderEmail")} />
          </div>
          <BookingAddress
            of="sender"
            legend={firstMile(isBrought).address}
            field={field}
            autoComplete="street-address"
          />
          {hubs.length > 0 && <DropOffField {...{ hubs, atCounter }} field={field("dropOffHub")} />}
          {!isBrought && <PickupFields {...{ field, days, quotes }} />}
        </FieldGroup>
      </div>
      <Between />
      <div id="receiver" data-group="1">
        <FieldGroup legend="Receiver">
          <Field label="Full name" autoComplete="off" {...field("receiverName")} />
          <PhoneField label="Phone number" autoComplete="off" {...field("receiverPhone")} />
          {formRef && <SavedReceivers formRef={formRef} />}
          <BookingAddress of="receiver" legend="Delivery address" field={field} autoComplete="off" />
        </FieldGroup>
      </div>
    </>
  );
}

/** Enter presses the form's first button. This button only shows the price, so Enter never books. */
const ShowPrice = () => (
  <div className="hidden noscript:grid">
    <Button intent={SHOW_PRICE} variant="secondary">
      Show price
    </Button>
  </div>
);

function useSending() {
  const { state, formMethod, location } = useNavigation();
  const busy = state !== "idle" && formMethod === "POST";
  const sent = busy && state === "loading" && BOOKED.test(location.pathname);
  return { busy, sent };
}

const BOOKED = /^\/(track|store\/dashboard\/orders|admin\/bookings\/[A-Z]+\d+[A-Z]*)$/;

/** The divider between the two addresses. The divider appears only if the form is not in steps. */
const Between = () => (
  <div data-group="">
    <LaneDivider />
  </div>
);

type AddressProps = {
  legend: string;
  of: "sender" | "receiver";
  field: BookingField;
  autoComplete: string;
};

const BookingAddress = ({ legend, of, field, autoComplete }: AddressProps) => (
  <AddressFields
    address={{ label: legend, autoComplete, hint: "Street, area, town and state", ...field(`${of}Address`) }}
    state={{ label: "State", ...field(`${of}State`) }}
    sureError={field(`${of}StateSure`).error}
  />
);
