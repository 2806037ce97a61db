/** PAY-5: how the sender says that a transfer was made. */
import { Form, useNavigation } from "react-router";
import { dayText } from "../../domain/dates.ts";
import { formatNaira, plainNaira } from "../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../../ui/form.tsx";
import { noticeForm } from "./notice-forms.ts";
import type { Notice } from "./transfer-notices.server.ts";

type Texts = Record<string, string>;
type Props = {
  notice: Notice | null;
  left: number;
  today: string;
  formKey: string;
  errors: Texts;
  values: Texts;
};

export function NoticePart({ notice, left, today, formKey, errors, values }: Props) {
  const prefilled = { paidOn: today, amount: plainNaira(left), ...values };
  const { field, handlers, allErrors, formId } = useForm(noticeForm, { errors, values: prefilled });
  const busy = useNavigation().state !== "idle";
  const noticeText =
    notice && `You told us that you paid ${formatNaira(notice.kobo)} on ${dayText(notice.paidOn)}.`;
  if (notice?.state === "open")
    return (
      <p role="status" className="mt-4 border-l-4 border-ink bg-card p-3">
        {noticeText} We are looking for it at the bank, and email you the receipt.
      </p>
    );
  return (
    <>
      {notice?.state === "not_found" && (
        <p className="mt-4 border-l-4 border-stop bg-card p-3">
          {noticeText} We did not find it. {notice.reason}
        </p>
      )}
      <Form method="post" noValidate className="mt-4 grid gap-3 print:hidden" {...handlers}>
        <IdempotencyKeyField value={formKey} />
        <FormErrors errors={allErrors} formId={formId} title="Nothing was sent" />
        <Field label="Paid on" type="date" max={today} {...field("paidOn")} />
        <Field label="Amount (₦)" inputMode="decimal" {...field("amount")} />
        <Field
          label="Reference"
          optional
          hint="The session or transaction number of your bank"
          {...field("reference")}
        />
        <Button type="submit" name="intent" value="claim" busy={busy} busyLabel="Sending...">
          I have paid
        </Button>
      </Form>
    </>
  );
}
