/** The form of a list's prices: by zone and service, then what is added to them. A published list shows it disabled. */
import { Form } from "react-router";
import {
  DELIVERY_TYPE_LABELS,
  DELIVERY_TYPES,
  PACKAGE_TYPES,
  type DeliveryType,
} from "../../domain/booking.ts";
import { STATES } from "../../domain/states.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField, Field, SelectField, TextAreaField } from "../../ui/field.tsx";
import { DraftFields, type DraftFormProps } from "./draft-forms.tsx";
import { RATE_KINDS, formValues, rateField } from "./prices-form.ts";
import type { PriceList } from "./price-list.ts";

type Show = (name: string) => { name: string; defaultValue: string; error?: string };

export function PricesForm({
  list,
  draft,
  errors,
  values,
  busy,
  editable,
}: DraftFormProps & { list: PriceList; editable: boolean }) {
  const shown = values["intent"] === "save" ? values : formValues(list);
  const show: Show = (name) => ({
    name,
    defaultValue: shown[name] ?? "",
    ...(errors[name] === undefined ? {} : { error: errors[name] }),
  });
  return (
    <Form method="post" noValidate>
      <DraftFields {...draft} />
      <fieldset disabled={!editable} className="grid gap-8">
        <legend className="sr-only">Prices</legend>
        {list.zones.map(({ id }) => (
          <fieldset key={id} className="grid gap-4 border-2 border-line bg-card p-4">
            <legend className="px-2 font-display text-xl font-bold">Zone {id}</legend>
            <div className="max-w-sm">
              <Field label="Name" {...show(`zone.${id}`)} />
            </div>
            {DELIVERY_TYPES.map((service) => (
              <RateFields key={service} zone={id} service={service} show={show} />
            ))}
          </fieldset>
        ))}
        <Extras show={show} />
        {editable && (
          <div>
            <Button type="submit" name="intent" value="save" busy={busy} busyLabel="Saving...">
              Save draft
            </Button>
          </div>
        )}
      </fieldset>
    </Form>
  );
}

function RateFields({ zone, service, show }: { zone: string; service: DeliveryType; show: Show }) {
  const field = (part: string) => show(rateField(zone, service, part));
  const number = { inputMode: "decimal" as const };
  return (
    <fieldset className="grid items-start gap-3 border-t-2 border-dashed border-line pt-2 sm:grid-cols-3">
      <legend className="pr-2 font-semibold">{DELIVERY_TYPE_LABELS[service].name}</legend>
      <SelectField label="Price" options={RATE_KINDS} {...field("kind")} />
      <Field label="First weight (kg)" {...number} {...field("first")} />
      <Field label="Its price (₦)" {...number} {...field("firstPrice")} />
      <Field label="Each further (kg)" {...number} {...field("step")} />
      <Field label="Costs (₦)" {...number} {...field("stepPrice")} />
      <Field label="Heaviest (kg)" {...number} {...field("max")} />
      <div className="sm:col-span-3">
        <TextAreaField
          label="Weight bands, one a line"
          rows={2}
          placeholder="1 kg: 8000"
          hint="Only for weight bands: up to this weight, this price in naira"
          {...field("bands")}
        />
      </div>
    </fieldset>
  );
}

function Extras({ show }: { show: Show }) {
  const number = { inputMode: "decimal" as const, optional: true };
  return (
    <>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 font-display text-xl font-bold">Handling by package type</legend>
        {PACKAGE_TYPES.map((type) => (
          <div key={type} className="grid grid-cols-2 gap-3">
            <Field label={`${type} (₦)`} {...number} {...show(`extra.${type}.price`)} />
            <Field label={`${type} (%)`} {...number} {...show(`extra.${type}.percent`)} />
          </div>
        ))}
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-display text-xl font-bold">Remote states</legend>
        <div className="max-w-xs">
          <Field label="Added once (₦)" {...number} {...show("remotePrice")} />
        </div>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
          {STATES.map((state) => (
            <CheckboxField
              key={state}
              label={state}
              name={`remote.${state}`}
              defaultChecked={show(`remote.${state}`).defaultValue === "on"}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 font-display text-xl font-bold">Cash on delivery</legend>
        <div className="sm:col-span-2">
          <CheckboxField
            label="We collect money from receivers"
            name="codOffered"
            hint="VAT is in the handling. What is left is paid out to the sender or store."
            defaultChecked={show("codOffered").defaultValue === "on"}
          />
        </div>
        <Field label="Handling (% of what is collected)" {...number} {...show("codPercent")} />
        <Field label="At least (₦)" {...number} {...show("codMinimum")} />
      </fieldset>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 font-display text-xl font-bold">Cover, VAT and rounding</legend>
        <Field label="Cover (% of the declared value)" {...number} {...show("coverPercent")} />
        <Field label="Covered up to (₦)" {...number} {...show("coverCeiling")} />
        <Field label="VAT (%)" {...number} {...show("vatPercent")} />
        <Field label="VAT from" type="date" {...show("vatFrom")} />
        <Field
          label="Round totals up to (₦)"
          hint="50 makes ₦13,975 into ₦14,000. Empty: totals are not rounded."
          {...number}
          {...show("roundUpTo")}
        />
      </fieldset>
    </>
  );
}
