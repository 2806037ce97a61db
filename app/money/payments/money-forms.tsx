/** The forms of a booking's money page. */
import { formatAdminDateTime } from "../../domain/dates.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { formatNaira, plainNaira } from "../../domain/money.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { SeenField } from "../../ui/seen-field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Amount } from "../../ui/amount.tsx";
import { HolderSelect } from "../cash-ledger/holder-select.tsx";
import { ReversalForm } from "./reversal-form.tsx";
import { DESK_METHODS, PAYMENT_METHOD_LABELS, type PaymentMethod } from "../../domain/payment.ts";

export const MONEY_LABELS = {
  amount: "Amount (₦)",
  method: "Paid by",
  price: "Price (₦)",
  reversalReason: "Reason",
};

type FieldOf = ReturnType<ReturnType<typeof fieldsOf>>;
type AmountProps = { left: number; hint?: string };

export function PriceForm(props: FormParts & { seen: number }) {
  const { formKey, seen } = props;
  const field = fieldsOf(props, "price");
  return (
    <StaffForm name="Price" needs="setPrice" formKey={formKey} className="mt-4 grid gap-3">
      <SeenField seen={seen} field={field} />
      <Field
        label={seen ? "New price (₦)" : MONEY_LABELS.price}
        inputMode="decimal"
        hint="VAT included"
        {...field("price")}
      />
      <Field label="Why" optional hint="The sender reads this" {...field("note")} />
      <SendButton intent="price" variant="secondary">
        Set price and tell the sender
      </SendButton>
    </StaffForm>
  );
}

/** PRICE-13: draws the form that waives the charge of the return. */
export function WaiverForm(props: FormParts) {
  const field = fieldsOf(props, "waive");
  return (
    <details className="mt-3" open={props.values["intent"] === "waive"}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        Waive the return
      </summary>
      <StaffForm name="Waive the return" needs="setPrice" formKey={props.formKey}>
        <Field label="Why" hint="The sender reads this" {...field("note")} />
        <SendButton intent="waive" variant="secondary">
          Waive and tell the sender
        </SendButton>
      </StaffForm>
    </details>
  );
}

export function PaidByField({ methods, ...field }: FieldOf & { methods: readonly PaymentMethod[] }) {
  const options = methods.map((method) => ({ value: method, label: PAYMENT_METHOD_LABELS[method] }));
  return <SelectField label={MONEY_LABELS.method} options={options} {...field} />;
}

/** Draws a field for naira, filled with `left`, the kobo that are still to be paid. */
export function AmountField({ left, defaultValue = plainNaira(left), ...field }: FieldOf & AmountProps) {
  return <Field label={MONEY_LABELS.amount} inputMode="decimal" defaultValue={defaultValue} {...field} />;
}

export const ReferenceAndNote = ({ field, hint }: { field: ReturnType<typeof fieldsOf>; hint: string }) => (
  <>
    <Field label="Reference" hint={hint} {...field("reference")} />
    <Field label="Note" optional {...field("note")} />
  </>
);

type PaymentProps = {
  left: number;
  seen: number;
  holders: readonly { value: string; label: string }[];
  holder: string;
};

export function PaymentForm(props: FormParts & PaymentProps) {
  const { formKey, left, seen, holders, holder } = props;
  const field = fieldsOf(props, "payment");
  return (
    <StaffForm name="Payment" needs="recordPayments" formKey={formKey}>
      <PaidByField methods={DESK_METHODS} {...field("method")} />
      <AmountField left={left} {...field("amount")} />
      <HolderSelect choices={holders} known={holder} {...field("holder")} />
      <ReferenceAndNote field={field} hint="For POS and bank transfer" />
      <SeenField seen={seen} field={field} />
      <SendButton intent="payment" busyLabel="Recording...">
        Record payment
      </SendButton>
    </StaffForm>
  );
}

type Shown = {
  id: string;
  at: Date;
  method: PaymentMethod;
  direction: "in" | "out";
  kobo: number;
  reference: string | null;
  note: string | null;
  byName: string;
  reverses: string | null;
  claimId: string | null;
};

export function PaymentRow(props: FormParts & { payment: Shown; reversible: boolean }) {
  const { errors, values, payment, reversible } = props;
  const { id, at, method, direction, kobo, reference, note, byName, reverses, claimId } = payment;
  return (
    <li className="bg-card p-4">
      <p className="flex justify-between gap-3 font-semibold tabular-nums">
        <span>{PAYMENT_METHOD_LABELS[method]}</span>
        <Amount>{formatNaira(direction === "in" ? kobo : -kobo)}</Amount>
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {formatAdminDateTime(at)} by {byName}
        {reference && `, reference ${reference}`}
      </p>
      {claimId && (
        <p>
          {direction === "out" ? "Paid to the sender for a claim" : "Came back"}:{" "}
          <TextLink to={`/admin/claims/${claimId}`}>open the claim</TextLink>
        </p>
      )}
      {note && <p>{reverses ? `Reversal: ${note}` : note}</p>}
      {reversible && (
        <details className="mt-1" open={values["paymentId"] === id}>
          <ReversalForm
            {...props}
            name="Reverse this payment"
            about={`${formatNaira(kobo)}, ${formatAdminDateTime(at)}`}
            needs="reversePayments"
            of={{ name: "paymentId", value: id }}
            reason={fieldsOf({ values, errors }, values["paymentId"] === id)("reason")}
          />
        </details>
      )}
    </li>
  );
}
