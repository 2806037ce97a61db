/** PICKUP-1: the form of a regular pickup, for the sender and the office. */
import { Form, useNavigation } from "react-router";
import { WEEKDAYS, WINDOW_TIMES, type RegularTerms } from "../../domain/regular-pickup.ts";
import { formProps } from "../../platform/http/form-props.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { AddressFields } from "../../places/address-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { CancelLink } from "../../ui/cancel-link.tsx";
import { CheckboxField, ErrorLine, Field, PhoneField, SelectField } from "../../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../../ui/form.tsx";
import { dayName, NO_DAY, REGULAR_LABELS } from "./regular-form.ts";

const loadForm = () => import("./regular-form.ts").then((form) => form.regularForm);

const TIMES = WINDOW_TIMES.map((time) => ({ value: time, label: time }));

type Texts = Record<string, string>;

type Props = {
  intent: "ask" | "change";
  of: { id: string; version: number } | null;
  formKey: string;
  errors: Texts;
  values: Texts;
  button: string;
  closeTo: string | null;
};

export function RegularFormView({ intent, of, formKey, errors, values, button, closeTo }: Props) {
  const { field, handlers, allErrors, formId } = useForm(loadForm, { errors, values });
  const busy = useNavigation().formMethod === "POST";
  const noDay = field(NO_DAY).error;
  return (
    <Form method="post" noValidate preventScrollReset className="grid max-w-2xl gap-4" {...handlers}>
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="intent" value={intent} />
      {of && (
        <>
          <input type="hidden" name="id" value={of.id} />
          <input type="hidden" name="version" value={of.version} />
        </>
      )}
      <FormErrors
        formId={formId}
        errors={allErrors}
        labels={{ ...REGULAR_LABELS, [NO_DAY]: REGULAR_LABELS.days, stateSure: "State" }}
        title="Nothing was saved"
      />
      <fieldset className="group grid gap-1" aria-describedby={noDay && `${formId}-days-error`}>
        <legend className="font-semibold">{REGULAR_LABELS.days}</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {WEEKDAYS.map((name, day) => (
            <CheckboxField
              key={name}
              label={name}
              name={dayName(day)}
              id={`${formId}-${dayName(day)}`}
              defaultChecked={values[dayName(day)] === "on"}
            />
          ))}
        </div>
        <p className="text-[0.8125rem] text-muted">No rider comes on days on which we are closed.</p>
        <div className="group-has-checked:hidden">
          <ErrorLine id={`${formId}-days`} error={noDay} />
        </div>
      </fieldset>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4">
        <SelectField label={REGULAR_LABELS.fromTime} options={TIMES} {...field("fromTime")} />
        <SelectField label={REGULAR_LABELS.untilTime} options={TIMES} {...field("untilTime")} />
      </div>
      <Field label={REGULAR_LABELS.name} autoComplete="off" maxLength={120} {...field("name")} />
      <PhoneField
        label={REGULAR_LABELS.phone}
        autoComplete="off"
        hint="The sender's phone number on your bookings. By it the rider finds your parcels."
        {...field("phone")}
      />
      <AddressFields
        narrow
        address={{
          label: REGULAR_LABELS.address,
          autoComplete: "off",
          hint: "Street, area, town and state",
          ...field("address"),
        }}
        state={{ label: REGULAR_LABELS.state, ...field("state") }}
        sureError={field("stateSure").error}
      />
      <Field label={REGULAR_LABELS.note} optional autoComplete="off" maxLength={200} {...field("note")} />
      <div className="flex flex-wrap justify-end gap-3">
        {closeTo && <CancelLink to={closeTo} />}
        <Button type="submit" busy={busy} busyLabel="Saving...">
          {button}
        </Button>
      </div>
    </Form>
  );
}

const ticked = (days: readonly number[]): Texts =>
  Object.fromEntries(days.map((day) => [dayName(day), "on"]));

export function pickupFormValues(terms: RegularTerms): Texts {
  const { name, phone, address, state, note, days, fromTime, untilTime } = terms;
  return {
    ...{ name, phone, address, state, stateSure: state, note: note ?? "", fromTime, untilTime },
    ...ticked(days),
  };
}

/**
 * A refused form is filled only with the sent values, not with `prefill`. Browsers do not send unticked boxes, so
 * `prefill` would tick them again.
 */
export const regularFormProps = (refused: ActionResult | undefined, key: string, prefill: Texts) =>
  formProps(refused, key, refused ? {} : prefill);

/** The first values of a new pickup: Monday to Friday, in the afternoon. */
export const NEW_VALUES: Texts = {
  fromTime: "15:00",
  untilTime: "17:00",
  ...ticked([0, 1, 2, 3, 4]),
};
