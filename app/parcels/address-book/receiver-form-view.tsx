/** SENDER-1: the form of a saved receiver. */
import { Form, useNavigation } from "react-router";
import { AddressFields } from "../../places/address-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { CancelLink } from "../../ui/cancel-link.tsx";
import { Field, PhoneField } from "../../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../../ui/form.tsx";
import { RECEIVER_LABELS } from "./receiver-form.ts";

const loadForm = () => import("./receiver-form.ts").then((form) => form.receiverForm);

type Props = {
  intent: "add" | "edit";
  formKey: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  closeTo: string;
};

export function ReceiverFormView({ intent, formKey, errors, values, closeTo }: Props) {
  const { field, handlers, allErrors, formId } = useForm(loadForm, { errors, values });
  const busy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" noValidate preventScrollReset className="grid gap-4" {...handlers}>
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="intent" value={intent} />
      <FormErrors
        formId={formId}
        errors={allErrors}
        labels={{ ...RECEIVER_LABELS, stateSure: "State" }}
        title="Nothing was saved"
      />
      <Field label={RECEIVER_LABELS.fullName} autoComplete="off" {...field("fullName")} />
      <PhoneField label={RECEIVER_LABELS.phone} autoComplete="off" {...field("phone")} />
      <AddressFields
        narrow
        address={{
          label: RECEIVER_LABELS.address,
          autoComplete: "off",
          hint: "Street, area, town and state",
          ...field("address"),
        }}
        state={{ label: RECEIVER_LABELS.state, ...field("state") }}
        sureError={field("stateSure").error}
      />
      <Field label={RECEIVER_LABELS.landmark} optional autoComplete="off" {...field("landmark")} />
      <Field label={RECEIVER_LABELS.note} optional autoComplete="off" {...field("note")} />
      <Field
        label={RECEIVER_LABELS.taker}
        optional
        autoComplete="off"
        hint="Landmark, note and this name are put behind the address when you book, where the rider reads them."
        {...field("taker")}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <CancelLink to={closeTo} />
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </Form>
  );
}
