/** How a super admin reverses one entry of the ledger of settlements. */
import { Form } from "react-router";
import type { FormProps } from "../payments/money-forms.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { IdempotencyKeyField } from "../ui/form.tsx";
import { PermittedFields } from "../ui/permitted-fields.tsx";

export function ReverseEntry(props: FormProps & { entryId: number; name: string }) {
  const { formKey, errors, values, busy, mayNot, entryId, name } = props;
  const refused = values["entryId"] === String(entryId) ? errors["reversalReason"] : undefined;
  return (
    <details className="mt-1" open={refused !== undefined}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        Reverse
      </summary>
      <Form method="post" className="grid gap-3">
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="entryId" value={entryId} />
        <PermittedFields name={name} mayNot={mayNot}>
          <Field label="Reason" name="reversalReason" error={refused} />
          <Button type="submit" name="intent" value="reverse" variant="danger" busy={busy}>
            {name}
          </Button>
        </PermittedFields>
      </Form>
    </details>
  );
}
