/** PAY-5: the form in which the sender reports a transfer. */
import { plainNaira } from "../../domain/money.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormErrors, KeyedForm, useForm } from "../../ui/form.tsx";
import { noticeForm } from "./notice-forms.ts";

type Texts = Record<string, string>;
type Props = {
  left: number;
  today: string;
  formKey: string;
  errors: Texts;
  values: Texts;
};

export function NoticePart({ left, today, formKey, errors, values }: Props) {
  const prefilled = { paidOn: today, amount: plainNaira(left), ...values };
  const { field, handlers, allErrors, formId } = useForm(noticeForm, { errors, values: prefilled });
  return (
    <KeyedForm formKey={formKey} className="mt-4 grid gap-3 print:hidden" {...handlers}>
      <FormErrors errors={allErrors} formId={formId} title="Nothing was sent" />
      <Field label="Paid on" type="date" max={today} {...field("paidOn")} />
      <Field label="Amount (₦)" inputMode="decimal" {...field("amount")} />
      <Field
        label="Reference"
        optional
        hint="The session or transaction number of your bank"
        {...field("reference")}
      />
      <SendButton intent="claim" busyLabel="Sending...">
        I have paid
      </SendButton>
    </KeyedForm>
  );
}
