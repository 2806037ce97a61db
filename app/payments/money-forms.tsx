/** The forms of a booking's money page. What a role may not do is disabled, with the reason. */
import { Form } from "react-router";
import { formatAdminDateTime } from "../domain/dates.ts";
import { formatNaira, plainNaira } from "../domain/money.ts";
import { Button } from "../ui/button.tsx";
import { Field, SelectField } from "../ui/field.tsx";
import { IdempotencyKeyField } from "../ui/form.tsx";
import { PermittedFields } from "../ui/permitted-fields.tsx";
import { DESK_METHODS, PAYMENT_METHOD_LABELS, type PaymentMethod } from "../domain/payment.ts";

type Texts = Record<string, string>;
export type FormProps = {
  formKey: string;
  errors: Texts;
  values: Texts;
  busy: boolean;
  mayNot: string | null;
};

/** Value and error of a field, where the refused form is this one. */
export const fields =
  ({ errors, values }: FormProps, intent: string) =>
  (name: string) => {
    const own = values["intent"] === intent;
    return { name, defaultValue: own ? values[name] : undefined, error: own ? errors[name] : undefined };
  };

export function PriceForm(props: FormProps & { seen: number }) {
  const { formKey, busy, mayNot, seen } = props;
  const field = fields(props, "price");
  return (
    <Form method="post" className="mt-4 grid gap-3" aria-label="Price">
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="seen" value={seen} />
      <PermittedFields name="Price" mayNot={mayNot}>
        <Field
          label={seen ? "New price (₦)" : "Price (₦)"}
          inputMode="decimal"
          hint="VAT included"
          {...field("price")}
        />
        <Field label="Why" optional hint="The sender reads this" {...field("note")} />
        <Button type="submit" name="intent" value="price" variant="secondary" busy={busy}>
          Set price and tell the sender
        </Button>
      </PermittedFields>
    </Form>
  );
}

export function PaymentForm(props: FormProps & { left: number }) {
  const { formKey, busy, mayNot, left } = props;
  const field = fields(props, "payment");
  const amount = field("amount");
  return (
    <Form method="post" className="grid gap-3" aria-label="Payment">
      <IdempotencyKeyField value={formKey} />
      <PermittedFields name="Payment" mayNot={mayNot}>
        <SelectField
          label="Paid by"
          options={DESK_METHODS.map((method) => ({ value: method, label: PAYMENT_METHOD_LABELS[method] }))}
          {...field("method")}
        />
        <Field
          label="Amount (₦)"
          inputMode="decimal"
          {...amount}
          defaultValue={amount.defaultValue ?? plainNaira(left)}
        />
        <Field label="Reference" hint="For POS and bank transfer" {...field("reference")} />
        <Field label="Note" optional {...field("note")} />
        <Button type="submit" name="intent" value="payment" busy={busy} busyLabel="Recording...">
          Record payment
        </Button>
      </PermittedFields>
    </Form>
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
};

export function PaymentRow(props: FormProps & { payment: Shown; reversible: boolean }) {
  const { formKey, errors, values, busy, mayNot, payment, reversible } = props;
  const { id, at, method, direction, kobo, reference, note, byName, reverses } = payment;
  return (
    <li className="border-2 border-line bg-card p-3">
      <p className="flex justify-between gap-3 font-semibold tabular-nums">
        <span>{PAYMENT_METHOD_LABELS[method]}</span>
        <span>{formatNaira(direction === "in" ? kobo : -kobo)}</span>
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {formatAdminDateTime(at)} by {byName}
        {reference && `, reference ${reference}`}
      </p>
      {note && <p>{reverses ? `Reversal: ${note}` : note}</p>}
      {reversible && (
        <details className="mt-1">
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            Reverse
          </summary>
          <Form method="post" className="grid gap-3">
            <IdempotencyKeyField value={formKey} />
            <input type="hidden" name="paymentId" value={id} />
            <PermittedFields name="Reverse this payment" mayNot={mayNot}>
              <Field
                label="Reason"
                name="reason"
                error={values["paymentId"] === id ? errors["reason"] : undefined}
              />
              <Button type="submit" name="intent" value="reverse" variant="danger" busy={busy}>
                Reverse this payment
              </Button>
            </PermittedFields>
          </Form>
        </details>
      )}
    </li>
  );
}
