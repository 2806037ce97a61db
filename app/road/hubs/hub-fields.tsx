/** The fields of the form for a hub, empty or with the current values. */
import { formatPhone } from "../../domain/phone.ts";
import { AddressFields } from "../../places/address-fields.tsx";
import { Field, PhoneField, SelectField, TextAreaField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { areaLines, type Area } from "./hub-areas.ts";
import { DetailsForm, type DetailsFormProps } from "./details-form.tsx";

type Texts = Record<string, string>;
type Props = DetailsFormProps & {
  name: string;
  left?: string | null;
};

const LABELS = { phone: "Phone number", hours: "Opening hours", areas: "Delivers to" };
const ACTIVE = [
  { value: "yes", label: "Yes: it takes parcels" },
  { value: "no", label: "No: it is closed" },
];

export function HubForm({ left, ...form }: Props) {
  const field = fieldsOf(form);
  return (
    <DetailsForm
      {...form}
      label={form.version === null ? "Add hub" : "Save hub"}
      labels={{ ...LABELS, stateSure: "State" }}
    >
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
        sureError={form.errors["stateSure"]}
      />
      <PhoneField label={LABELS.phone} autoComplete="off" {...field("phone")} />
      <TextAreaField
        label={LABELS.hours}
        optional
        rows={2}
        hint="A line for days with the same hours, e.g. Mon-Fri 8:00-18:00"
        {...field("hours")}
      />
      <TextAreaField
        label={LABELS.areas}
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
    </DetailsForm>
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
