/** SETTLE-1: the form for a payee's bank account. The stored number is never shown whole. */
import { Form } from "react-router";
import { formatDate } from "../../domain/dates.ts";
import { BankField } from "../payments/bank-field.tsx";
import { accountForm } from "../payments/notice-forms.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormErrors, useForm } from "../../ui/form.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";

type Texts = Record<string, string>;
type Props = {
  /** The bank and the last four digits, or null. */
  account: string | null;
  since: Date | null;
  errors: Texts;
  values: Texts;
};

export function BankAccountForm({ account, since, errors, values }: Props) {
  const { field, handlers, allErrors, formId } = useForm(accountForm, { errors, values });
  return (
    <NamedSection id="account" title="Bank account" className="max-w-md">
      <p className="mt-1 text-muted">
        {account && since
          ? `We pay your money into ${account}, added on ${formatDate(since)}. We email you when the account changes.`
          : "Tell us where to pay the money that we collect from your receivers."}
      </p>
      <Form method="post" noValidate className="mt-4 grid gap-3" {...handlers}>
        <FormOwnerField />
        <FormErrors errors={allErrors} formId={formId} title="Nothing was saved" />
        <BankField bank={field("bank")} otherBank={field("otherBank")} />
        <Field label="Account name" autoComplete="off" {...field("accountName")} />
        <Field
          label="Account number"
          inputMode="numeric"
          autoComplete="off"
          hint="Ten digits"
          {...field("accountNumber")}
        />
        <SendButton intent="account" busyLabel="Saving...">
          {account ? "Replace bank account" : "Save bank account"}
        </SendButton>
      </Form>
    </NamedSection>
  );
}
