/** PRICE-12: the form of a part of a draft. The form of a price shows only the fields of the price's pricing method. */
import { Form } from "react-router";
import { PACKAGE_TYPES } from "../../domain/booking.ts";
import { STATES } from "../../domain/states.ts";
import { SendButton } from "../../ui/button.tsx";
import { CheckboxField, Field, SelectField, TextAreaField } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { DraftFields, type DraftFormProps } from "./draft-forms.tsx";
import { partLabels } from "./price-labels.ts";
import { isAdded, partTitle, rateService, type AddedPart } from "./price-parts.ts";
import { priceFormValues, RATE_KINDS, rateField } from "./prices-form.ts";
import type { PriceList } from "./price-list.ts";

type Show = (name: string) => { name: string; label: string; defaultValue: string; error?: string };
type Props = DraftFormProps & { list: PriceList; part: string; here: string };

const NUMBER = { inputMode: "decimal" as const };

export function PartDialog({ list, part, here, draft, errors, values }: Props) {
  const title = partTitle(list, part);
  if (title === null) return null;
  const shown = values["intent"] === "save" ? values : priceFormValues(list);
  const labels = partLabels(part);
  const show: Show = (name) => ({
    name,
    label: labels[name] ?? name,
    defaultValue: shown[name] ?? "",
    ...(errors[name] === undefined ? {} : { error: errors[name] }),
  });
  return (
    <UrlDialog title={title} closeTo={here}>
      <Form method="post" noValidate className="group grid gap-4">
        <FormErrors errors={errors} title="Nothing was changed" labels={labels} />
        <DraftFields {...draft} />
        <input type="hidden" name="part" value={part} />
        {isAdded(part) ? (
          ADDED[part](show)
        ) : (
          <OfZone part={part} show={show} hasVat={list.vat.perMille > 0} />
        )}
        <div>
          <SendButton intent="save" busyLabel="Saving...">
            Save
          </SendButton>
        </div>
      </Form>
    </UrlDialog>
  );
}

function OfZone({ part, show, hasVat }: { part: string; show: Show; hasVat: boolean }) {
  const { zone, type } = rateService(part);
  if (!type) return <Field {...show(`zone.${zone}`)} />;
  const field = (name: string) => show(rateField(zone, type, name));
  const net = hasVat ? { hint: "Before VAT" } : {};
  return (
    <>
      <SelectField options={RATE_KINDS} {...field("kind")} />
      <div className="hidden grid-cols-2 items-start gap-3 group-has-[option[value=steps]:checked]:grid">
        <Field {...NUMBER} {...field("first")} />
        <Field {...NUMBER} {...net} {...field("firstPrice")} />
        <Field {...NUMBER} {...field("step")} />
        <Field {...NUMBER} {...net} {...field("stepPrice")} />
        <Field {...NUMBER} {...field("max")} />
      </div>
      <div className="hidden group-has-[option[value=bands]:checked]:block">
        <TextAreaField
          rows={5}
          placeholder="1 kg: 8000"
          hint={`Up to this weight: this price in naira${hasVat ? ", before VAT" : ""}`}
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
        <Field optional {...NUMBER} {...show(`extra.${type}.price`)} />
        <Field optional {...NUMBER} {...show(`extra.${type}.percent`)} />
      </div>
    )),
  remote: (show) => (
    <>
      <Field optional {...NUMBER} {...show("remotePrice")} />
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
      <Field optional {...NUMBER} {...show("coverPercent")} />
      <Field optional {...NUMBER} {...show("coverCeiling")} />
    </>
  ),
  vat: (show) => (
    <>
      <Field optional {...NUMBER} {...show("vatPercent")} />
      <Field type="date" {...show("vatFrom")} />
    </>
  ),
  rounding: (show) => (
    <Field
      optional
      hint="50 makes ₦13,975 into ₦14,000. Leave it empty to round nothing."
      {...NUMBER}
      {...show("roundUpTo")}
    />
  ),
  return: (show) => (
    <Field
      optional
      hint="Said on the quote and when booking, and charged when a return starts. Empty: a return costs nothing."
      {...NUMBER}
      {...show("returnPercent")}
    />
  ),
  cod: (show) => (
    <>
      <CheckboxField
        name="codOffered"
        label={show("codOffered").label}
        hint="We keep the COD fee, VAT included, and pay the rest to the sender or store."
        defaultChecked={show("codOffered").defaultValue === "on"}
      />
      <div className="hidden gap-4 group-has-[input[name=codOffered]:checked]:grid">
        <Field optional {...NUMBER} {...show("codPercent")} />
        <Field optional {...NUMBER} {...show("codMinimum")} />
      </div>
    </>
  ),
};
