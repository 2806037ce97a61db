/** RECEIVER-10: the form that erases the receiver. The typed code confirms this, also without JavaScript. */
import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";

type Props = { booking: { id: string; trackingCode: string }; formKey: string };

export const EraseReceiver = ({ booking: { id, trackingCode }, formKey }: Props) => (
  <details>
    <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
      Erase the receiver
    </summary>
    <Form method="post" noValidate aria-label="Erase the receiver" className="grid gap-3">
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="id" value={id} />
      <p>
        If the receiver asked for it. Their name, phone, email, street, link, proofs and all words about this
        parcel are deleted. This cannot be undone.
      </p>
      <Field
        label="Tracking code"
        name="typedCode"
        hint={`To confirm, type ${trackingCode}`}
        autoComplete="off"
      />
      <div>
        <Button intent="erase-receiver" size="sm" variant="danger">
          Erase the receiver
        </Button>
      </div>
    </Form>
  </details>
);
