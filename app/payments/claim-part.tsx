/** PAY-4, PAY-5: how the sender pays by transfer, and says that they did. */
import { Form, useNavigation } from "react-router";
import { readableTrackingCode } from "../domain/booking.ts";
import { dayText } from "../domain/dates.ts";
import { formatNaira, plainNaira } from "../domain/money.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Field } from "../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../ui/form.tsx";
import { claimForm } from "./claim-forms.ts";
import type { Claim } from "./claims.server.ts";
import type { CompanyAccount } from "./company-account.server.ts";

type Transfer = { account: CompanyAccount; code: string; leftKobo: number };

export function TransferTo({ account, code, leftKobo }: Transfer) {
  const { bank, accountName, accountNumber } = account;
  return (
    <section aria-labelledby="pay-by-transfer">
      <h2 id="pay-by-transfer" className="font-display text-lg font-bold">
        Pay by bank transfer
      </h2>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">Amount</dt>
        <dd className="font-semibold tabular-nums">{formatNaira(leftKobo)}</dd>
        <dt className="text-muted">Bank</dt>
        <dd className="wrap-anywhere">{bank}</dd>
        <dt className="text-muted">Account</dt>
        <dd className="wrap-anywhere">
          <span translate="no" className="block text-lg font-bold tabular-nums">
            {accountNumber}
          </span>
          {accountName}
        </dd>
        <dt className="text-muted">Reference</dt>
        <dd translate="no" className="font-semibold tabular-nums">
          {readableTrackingCode(code)}
        </dd>
      </dl>
      <p className="mt-2 flex flex-wrap gap-3 print:hidden">
        <CopyButton text={accountNumber} label="Copy account number" />
        <CopyButton text={code} label="Copy reference" />
      </p>
    </section>
  );
}

type Texts = Record<string, string>;
type Props = {
  claim: Claim | null;
  left: number;
  today: string;
  formKey: string;
  errors: Texts;
  values: Texts;
};

export function ClaimPart({ claim, left, today, formKey, errors, values }: Props) {
  const prefilled = { paidOn: today, amount: plainNaira(left), ...values };
  const { field, handlers, allErrors, formId } = useForm(claimForm, { errors, values: prefilled });
  const busy = useNavigation().state !== "idle";
  const told = claim && `You told us that you paid ${formatNaira(claim.kobo)} on ${dayText(claim.paidOn)}.`;
  if (claim?.state === "open")
    return (
      <p role="status" className="mt-4 border-l-4 border-ink bg-card p-3">
        {told} We are looking for it at the bank, and email you the receipt.
      </p>
    );
  return (
    <>
      {claim?.state === "not_found" && (
        <p className="mt-4 border-l-4 border-stop bg-card p-3">
          {told} We did not find it. {claim.reason}
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
