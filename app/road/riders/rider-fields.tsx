/** The forms of a rider and of a partner: new, or with their current values. */
import { Form, useNavigation } from "react-router";
import { formatPhone } from "../../domain/phone.ts";
import { Button } from "../../ui/button.tsx";
import { CancelLink } from "../../ui/cancel-link.tsx";
import { Field, PhoneField, SelectField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { PermittedFields } from "../../ui/permitted-fields.tsx";

type Texts = Record<string, string>;
type Props = {
  formKey: string;
  errors: Texts;
  values: Texts;
  mayNot: string | null;
  /** The version of the changed record; null for a new one. */
  version: number | null;
  /** The URL that opens when the dialog is closed. */
  closeTo?: string;
};
export type HubOption = { id: string; name: string };

function Buttons({
  intent,
  label,
  closeTo,
}: {
  intent: string;
  label: string;
  closeTo?: string | undefined;
}) {
  const { state, formData } = useNavigation();
  return (
    <div className="flex flex-wrap justify-end gap-3 pt-2">
      {closeTo && <CancelLink to={closeTo} />}
      <Button
        type="submit"
        name="intent"
        value={intent}
        busy={state === "submitting" && (formData?.get("intent") ?? "") === intent}
        busyLabel="Saving..."
      >
        {label}
      </Button>
    </div>
  );
}

export function RiderForm({
  formKey,
  mayNot,
  version,
  closeTo,
  hubs,
  ...form
}: Props & { hubs: readonly HubOption[] }) {
  const field = fieldsOf(form);
  const name = version === null ? "New rider" : "Details of the rider";
  return (
    <Form method="post" noValidate preventScrollReset className="grid gap-4" aria-label={name}>
      <FormErrors errors={form.errors} title="Nothing was saved" />
      <IdempotencyKeyField value={formKey} />
      {version !== null && <input type="hidden" name="version" value={version} />}
      <PermittedFields name={name} mayNot={mayNot}>
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
        <Buttons intent="" label={version === null ? "Add rider" : "Save rider"} closeTo={closeTo} />
      </PermittedFields>
    </Form>
  );
}

const ACTIVE = [
  { value: "yes", label: "Yes: they take our pieces" },
  { value: "no", label: "No: not any more" },
];

export function PartnerForm({ formKey, mayNot, version, closeTo, id, ...form }: Props & { id?: string }) {
  const field = fieldsOf(form);
  const name = id === undefined ? "New partner" : "Details of the partner";
  return (
    <Form method="post" noValidate preventScrollReset className="grid gap-4" aria-label={name}>
      <FormErrors errors={form.errors} title="Nothing was saved" />
      <IdempotencyKeyField value={formKey} />
      {id !== undefined && <input type="hidden" name="partner" value={id} />}
      {version !== null && <input type="hidden" name="version" value={version} />}
      <PermittedFields name={name} mayNot={mayNot}>
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
        <Buttons
          intent={id === undefined ? "partner" : "save-partner"}
          label={id === undefined ? "Add partner" : "Save partner"}
          closeTo={closeTo}
        />
      </PermittedFields>
    </Form>
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
