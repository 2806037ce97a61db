/** PRICE-12: the form of a part of a draft. The form of a price shows only the fields of the price's pricing method. */
import { Form } from "react-router";
import { PACKAGE_TYPES, DELIVERY_TYPES } from "../../domain/booking.ts";
import { STATES } from "../../domain/states.ts";
import { SendButton } from "../../ui/button.tsx";
import { CheckboxField, Field, SelectField, TextAreaField } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { DraftFields, type DraftFormProps } from "./draft-forms.tsx";
import { isAdded, partTitle, type AddedPart } from "./price-parts.ts";
import { priceFormValues, RATE_KINDS, rateField } from "./prices-form.ts";
import type { PriceList } from "./price-list.ts";

type Show = (name: string) => { name: string; defaultValue: string; error?: string };
type Props = DraftFormProps & { list: PriceList; part: string; here: string };

const NUMBER = { inputMode: "decimal" as const };

export function PartDialog({ list, part, here, draft, errors, values }: Props) {
  const title = partTitle(list, part);
  if (title === null) return null;
  const shown = values["intent"] === "save" ? values : priceFormValues(list);
  const show: Show = (name) => ({
    name,
    defaultValue: shown[name] ?? "",
    ...(errors[name] === undefined ? {} : { error: errors[name] }),
  });
  return (
    <UrlDialog title={title} closeTo={here}>
      <Form method="post" noValidate className="group grid gap-4">
        <FormErrors errors={errors} title="Nothing was changed" />
        <DraftFields {...draft} />
        <input type="hidden" name="part" value={part} />
        {isAdded(part) ? ADDED[part](show) : <OfZone part={part} show={show} />}
        <div>
          <SendButton intent="save" busyLabel="Saving...">
            Save
          </SendButton>
        </div>
      </Form>
    </UrlDialog>
  );
}

function OfZone({ part, show }: { part: string; show: Show }) {
  const [zone = "", service] = part.split(".");
  const type = DELIVERY_TYPES.find((one) => one === service);
  if (!type) return <Field label="Name of the zone" {...show(`zone.${zone}`)} />;
  const field = (name: string) => show(rateField(zone, type, name));
  return (
    <>
      <SelectField label="How it is priced" options={RATE_KINDS} {...field("kind")} />
      <div className="hidden grid-cols-2 items-start gap-3 group-has-[option[value=steps]:checked]:grid">
        <Field label="First weight (kg)" {...NUMBER} {...field("first")} />
        <Field label="First price (₦)" {...NUMBER} {...field("firstPrice")} />
        <Field label="Every extra (kg)" {...NUMBER} {...field("step")} />
        <Field label="Extra price (₦)" {...NUMBER} {...field("stepPrice")} />
        <Field label="Maximum weight (kg)" {...NUMBER} {...field("max")} />
      </div>
      <div className="hidden group-has-[option[value=bands]:checked]:block">
        <TextAreaField
          label="Weight bands, one a line"
          rows={5}
          placeholder="1 kg: 8000"
          hint="Up to this weight: this price in naira"
          {...field("bands")}
        />
      </div>
    </>
  );
}

const ADDED: Record<AddedPart, (show: Show) => React.ReactNode> = {
  extras: (show) =>
    PACKAGE_TYPES.map((type) => (
      <div key={type} className="grid grid-cols-2 gap-3">
        <Field label={`${type} (₦)`} optional {...NUMBER} {...show(`extra.${type}.price`)} />
        <Field label={`${type} (%)`} optional {...NUMBER} {...show(`extra.${type}.percent`)} />
      </div>
    )),
  remote: (show) => (
    <>
      <Field label="Added once (₦)" optional {...NUMBER} {...show("remotePrice")} />
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {STATES.map((state) => (
          <CheckboxField
            key={state}
            label={state}
            name={`remote.${state}`}
            defaultChecked={show(`remote.${state}`).defaultValue === "on"}
          />
        ))}
      </div>
    </>
  ),
  cover: (show) => (
    <>
      <Field label="Cover (% of the declared value)" optional {...NUMBER} {...show("coverPercent")} />
      <Field label="Covered up to (₦)" optional {...NUMBER} {...show("coverCeiling")} />
    </>
  ),
  vat: (show) => (
    <>
      <Field label="VAT (%)" optional {...NUMBER} {...show("vatPercent")} />
      <Field label="VAT from" type="date" {...show("vatFrom")} />
    </>
  ),
  rounding: (show) => (
    <Field
      label="Round totals up to (₦)"
      optional
      hint="50 makes ₦13,975 into ₦14,000. Leave it empty to round nothing."
      {...NUMBER}
      {...show("roundUpTo")}
    />
  ),
  return: (show) => (
    <Field
      label="A return costs (% of the delivery's price)"
      optional
      hint="Said on the quote and when booking, and charged when a return starts. Empty: a return costs nothing."
      {...NUMBER}
      {...show("returnPercent")}
    />
  ),
  cod: (show) => (
    <>
      <CheckboxField
        label="We collect money from receivers"
        name="codOffered"
        hint="We keep the COD fee, VAT included, and pay the rest to the sender or store."
        defaultChecked={show("codOffered").defaultValue === "on"}
      />
      <div className="hidden gap-4 group-has-[input[name=codOffered]:checked]:grid">
        <Field label="COD fee (% of what we collect)" optional {...NUMBER} {...show("codPercent")} />
        <Field label="At least (₦)" optional {...NUMBER} {...show("codMinimum")} />
      </div>
    </>
  ),
};
