/** SENDER-3: offers to save the receiver of the new parcel. */
import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";

export function SaveReceiver({ code, formKey }: { code: string; formKey: string }) {
  return (
    <Form
      method="post"
      action="/profile/address-book"
      noValidate
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 bg-card px-4 py-3 print:hidden"
    >
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="code" value={code} />
      <p>Do you send to this receiver again?</p>
      <Button intent="from-booking" variant="secondary" size="sm">
        Save receiver
      </Button>
    </Form>
  );
}
