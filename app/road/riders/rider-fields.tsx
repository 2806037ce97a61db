/** The forms of a rider and of a partner, empty or with the current values. */
import { formatPhone } from "../../domain/phone.ts";
import { Field, PhoneField, SelectField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { DetailsForm, type DetailsFormProps } from "../hubs/details-form.tsx";

type Texts = Record<string, string>;
export type HubOption = { id: string; name: string };

export function RiderForm({ hubs, ...form }: DetailsFormProps & { hubs: readonly HubOption[] }) {
  const field = fieldsOf(form);
  const isNew = form.version === null;
  return (
    <DetailsForm
      {...form}
      name={isNew ? "New rider" : "Details of the rider"}
      label={isNew ? "Add rider" : "Save rider"}
    >
      <Field label="Name" autoComplete="off" maxLength={100} {...field("name")} />
      <PhoneField label="Phone number" autoComplete="off" {...field("phone")} />
      <SelectField
        label="Hub"
        options={[
          { value: "", label: "Choose a hub" },
          ...hubs.map(({ id, name: label }) => ({ value: id, label })),
        ]}
        {...field("hub")}
      />
    </DetailsForm>
  );
}

const ACTIVE = [
  { value: "yes", label: "Yes: they take our pieces" },
  { value: "no", label: "No: not any more" },
];

export function PartnerForm({ id, ...form }: DetailsFormProps & { id?: string }) {
  const field = fieldsOf(form);
  const isNew = id === undefined;
  return (
    <DetailsForm
      {...form}
      name={isNew ? "New partner" : "Details of the partner"}
      partner={id}
      intent={isNew ? "partner" : "save-partner"}
      label={isNew ? "Add partner" : "Save partner"}
    >
      <Field
        label="Company"
        hint="As it is written on the bus"
        autoComplete="off"
        maxLength={100}
        {...field("company")}
      />
      <PhoneField
        label="Phone number"
        hint="Of their office. Each run has the driver's own number, too."
        autoComplete="off"
        {...field("phone")}
      />
      <SelectField label="Active" options={ACTIVE} {...field("active")} />
    </DetailsForm>
  );
}

export const riderTexts = ({
  name,
  phone,
  hubId,
}: {
  name: string;
  phone: string;
  hubId: string;
}): Texts => ({
  name,
  phone: formatPhone(phone),
  hub: hubId,
});

export const partnerTexts = (partner: { company: string; phone: string; active: boolean }): Texts => ({
  company: partner.company,
  phone: formatPhone(partner.phone),
  active: partner.active ? "yes" : "no",
});
