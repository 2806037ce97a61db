/** The form in which a super admin reverses a payment, collection or payout. A `details` element hides the form. */
import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { PermittedFields, type PermittedFormProps } from "../../ui/permitted-fields.tsx";

type Props = Pick<PermittedFormProps, "formKey" | "busy" | "mayNot"> & {
  name: string;
  /** The form field that identifies the entry. */
  of: { name: string; value: string | number };
  reason: { name: string; defaultValue: string | undefined; error: string | undefined };
};

export function ReversalForm({ formKey, busy, mayNot, name, of, reason }: Props) {
  return (
    <>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        Reverse
      </summary>
      <Form method="post" noValidate className="grid gap-3">
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" {...of} />
        <PermittedFields name={name} mayNot={mayNot}>
          <Field label="Reason" {...reason} />
          <Button intent="reverse" variant="danger" busy={busy}>
            {name}
          </Button>
        </PermittedFields>
      </Form>
    </>
  );
}
