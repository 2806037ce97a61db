/** The form of a hub: new, or with its current values. */
import { Form, useNavigation } from "react-router";
import { formatPhone } from "../../domain/phone.ts";
import { AddressFields } from "../../places/address-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { CancelLink } from "../../ui/cancel-link.tsx";
import { Field, PhoneField, SelectField, TextAreaField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { PermittedFields } from "../../ui/permitted-fields.tsx";
import { areaLines, type Area } from "./hub-areas.ts";

type Texts = Record<string, string>;
type Props = {
  name: string;
  formKey: string;
  errors: Texts;
  values: Texts;
  mayNot: string | null;
  /** The version of the changed hub; null for a new one. */
  version: number | null;
  /** The contents of the hub, in words; null if it has none. */
  left?: string | null;
  /** The URL that opens when the dialog is closed. */
  closeTo?: string;
};

const ACTIVE = [
  { value: "yes", label: "Yes: it takes parcels" },
  { value: "no", label: "No: it is closed" },
];

export function HubForm({ name, formKey, errors, values, mayNot, version, left, closeTo }: Props) {
  const { state, formData } = useNavigation();
  const busy = state === "submitting" && (formData?.get("intent") ?? "") === "";
  const field = fieldsOf({ values, errors });
  return (
    <Form method="post" noValidate preventScrollReset className="grid gap-4" aria-label={name}>
      <FormErrors errors={errors} title="Nothing was saved" />
      <IdempotencyKeyField value={formKey} />
      {version !== null && <input type="hidden" name="version" value={version} />}
      <PermittedFields name={name} mayNot={mayNot}>
        <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
          <Field label="Name" autoComplete="off" maxLength={60} {...field("name")} />
          <Field
            label="Code"
            hint="Three letters, e.g. IKJ"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={3}
            {...field("code")}
          />
        </div>
        <AddressFields
          address={{ label: "Address", autoComplete: "off", maxLength: 400, ...field("address") }}
          state={{ label: "State", ...field("state") }}
          sureError={errors["stateSure"]}
        />
        <PhoneField label="Phone number" autoComplete="off" {...field("phone")} />
        <TextAreaField
          label="Opening hours"
          optional
          rows={2}
          hint="A line for days with the same hours, e.g. Mon-Fri 8:00-18:00"
          {...field("hours")}
        />
        <TextAreaField
          label="Delivers to"
          optional
          rows={4}
          hint="One line for a whole state, e.g. Ogun, and one for towns and districts of a state, e.g. Lagos: Ikeja, Agege. The closest area decides: a district before its city, a city before the state."
          {...field("areas")}
        />
        <SelectField
          label="Active"
          options={ACTIVE}
          hint={
            left
              ? `Closing moves nothing. Still here: ${left}.`
              : "A closed hub gets no new parcels and is on no public page."
          }
          {...field("active")}
        />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          {closeTo && <CancelLink to={closeTo} />}
          <Button type="submit" busy={busy} busyLabel="Saving...">
            {version === null ? "Add hub" : "Save hub"}
          </Button>
        </div>
      </PermittedFields>
    </Form>
  );
}

type Stored = {
  name: string;
  code: string;
  address: string;
  state: string;
  phone: string;
  hours: string;
  areas: readonly Area[];
  active: boolean;
};

/** A hub as the text of its fields. */
export const hubTexts = (hub: Stored): Texts => ({
  name: hub.name,
  code: hub.code,
  address: hub.address,
  state: hub.state,
  phone: formatPhone(hub.phone),
  hours: hub.hours,
  areas: areaLines(hub.areas).join("\n"),
  active: hub.active ? "yes" : "no",
});
