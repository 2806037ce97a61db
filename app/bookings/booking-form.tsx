/** The booking form: a plain form post, enhanced with JavaScript. */
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { recognisePlace } from "../domain/recognise-place.ts";
import { stateLabel, STATES } from "../domain/states.ts";
import { LivePrice } from "../prices/live-price.tsx";
import { CollectField, type CollectOffer } from "../settlements/collect-field.tsx";
import { Button } from "../ui/button.tsx";
import { CheckboxField, EmailField, Field, PhoneField, SelectField, TextAreaField } from "../ui/field.tsx";
import { useDraft } from "../ui/draft.ts";
import { FieldGroup } from "../ui/field-group.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../ui/form.tsx";
import { LaneDivider } from "../ui/lane-divider.tsx";
import { KEYED_FORM } from "../ui/page-key.ts";
import type { bookingForm } from "./booking-form-schema.ts";
import { BookingReview, DeliveryTypes } from "./booking-review.tsx";
import { StepBar, useSteps } from "./booking-steps.tsx";
import { PACKAGE_TYPES } from "../domain/booking.ts";

const STATE_OPTIONS = [
  { value: "", label: "From the address" },
  ...STATES.map((name) => ({ value: name as string, label: stateLabel(name) })),
];

/** The fields as the error summary names them. */
const LABELS = {
  senderName: "Sender: Full name",
  senderPhone: "Sender: Phone number",
  senderEmail: "Sender: Email",
  senderAddress: "Pickup address",
  senderState: "Pickup address: State",
  receiverName: "Receiver: Full name",
  receiverPhone: "Receiver: Phone number",
  receiverAddress: "Delivery address",
  receiverState: "Delivery address: State",
  packageDescription: "What is in it?",
  packageWeight: "Weight (kg)",
  declaredValue: "Value (₦)",
  collect: "Amount to collect",
};

const read = (address: string) => recognisePlace(address).state ?? "";
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
};

export function BookingFormView({ formKey, errors, values, draft, orderId, now, priced, collects }: Props) {
  const formRef = useRef<HTMLFormElement>(null);
  const steps = useSteps(formRef, priced);
  const { field, handlers, isRight, allErrors, formId } = useForm(loadForm, { errors, values });
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formMethod === "POST";

  // Leaving for the track page after a successful booking: the draft is no longer needed.
  const sent =
    navigation.state === "loading" &&
    navigation.formMethod === "POST" &&
    /^\/(track|admin\/bookings\/[A-Z]+\d+[A-Z]*)$/.test(navigation.location.pathname);
  useDraft(formRef, draft, sent);

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
      <FormErrors errors={allErrors} formId={formId} labels={LABELS} />
      <div data-group="0" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <FieldGroup legend="Sender">
          <Field label="Full name" autoComplete="name" {...field("senderName")} />
          <div className="grid gap-4 sm:grid-cols-2">
            <PhoneField label="Phone number" {...field("senderPhone")} />
            <EmailField label="Email" {...field("senderEmail")} />
          </div>
          <AddressFields of="sender" legend="Pickup address" field={field} autoComplete="street-address" />
        </FieldGroup>
        <LaneDivider />
      </div>
      <div data-group="1" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <FieldGroup legend="Receiver">
          <Field label="Full name" autoComplete="off" {...field("receiverName")} />
          <PhoneField label="Phone number" autoComplete="off" {...field("receiverPhone")} />
          <AddressFields of="receiver" legend="Delivery address" field={field} autoComplete="off" />
        </FieldGroup>
        <LaneDivider />
      </div>
      <div data-group="2" className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <FieldGroup legend="Package">
          <Field label="What is in it?" {...field("packageDescription")} />
          <CheckboxField
            label="Show this description on the public track page"
            name="shareDescription"
            defaultChecked={values["shareDescription"] === "on"}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Weight (kg)"
              inputMode="decimal"
              hint="For example 2.5"
              {...field("packageWeight")}
            />
            <SelectField
              label="Package type"
              options={PACKAGE_TYPES.map((type) => ({ value: type, label: type }))}
              {...field("packageType")}
              defaultValue={values["packageType"] ?? "Document"}
            />
          </div>
          <DeliveryTypes
            formRef={formRef}
            now={now}
            chosen={values["deliveryType"]}
            error={field("deliveryType").error}
          />
          {priced && (
            <Field
              label="Value (₦)"
              optional
              inputMode="decimal"
              hint="To cover loss or damage"
              {...field("declaredValue")}
            />
          )}
          {collects && (
            <CollectField offer={collects} defaultValue={values["collect"]} error={field("collect").error} />
          )}
          <Field
            label="Referral code"
            optional
            autoComplete="off"
            autoCapitalize="characters"
            {...field("referralCode")}
          />
        </FieldGroup>
        <BookingReview formRef={formRef} now={now} />
      </div>
      {priced && (
        <div className="sticky bottom-0 z-10 sm:static">
          <LivePrice formRef={formRef} />
          <StepBar steps={steps} isRight={isRight} />
        </div>
      )}
      <div data-group="2" className="grid">
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

/** An address and its state: the state written in the address is selected until the person chooses another. */
function AddressFields({ legend, of, field, autoComplete }: AddressProps) {
  const select = useRef<HTMLSelectElement>(null);
  const recognised = useRef("");
  // An address that was filled in beforehand. Without JavaScript the server reads it: a chosen state would outlive the address.
  useEffect(() => {
    const state = select.current;
    const address = state?.form?.elements.namedItem(`${of}Address`);
    if (state?.value === "" && address instanceof HTMLTextAreaElement) state.value = read(address.value);
  }, [of]);
  return (
    <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
      <TextAreaField
        label={legend}
        rows={2}
        autoComplete={autoComplete}
        hint="Street, area, town and state"
        {...field(`${of}Address`)}
        onFocus={(event) => (recognised.current = read(event.currentTarget.value))}
        onInput={(event) => {
          const state = read(event.currentTarget.value);
          const chosen = select.current?.value;
          if (select.current && (!chosen || chosen === recognised.current) && chosen !== state) {
            select.current.value = state;
            select.current.dispatchEvent(new Event("input", { bubbles: true }));
          }
          recognised.current = state;
        }}
      />
      <SelectField ref={select} label="State" options={STATE_OPTIONS} {...field(`${of}State`)} />
    </div>
  );
}
