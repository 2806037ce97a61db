/** PAY-9: an outgoing bank row that takes back a payment. Forms reverse the payment or close the problem. */
import { Form } from "react-router";
import { adminDayText, formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { Amount } from "../../ui/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { PermittedFields, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { TakenBackPayment } from "./payment-problems.server.ts";

type Props = PermittedFormProps & { rows: TakenBackPayment[]; mayNotReverse: string | null };

export function TakenBackPart({ rows, ...props }: Props) {
  if (rows.length === 0) return null;
  return (
    <section className="mt-4 max-w-4xl">
      <h2 className="font-display text-xl font-bold">Money that the bank took back</h2>
      <p className="mt-1 text-muted">
        A bank statement has money out that seems to undo a recorded payment. Look at your bank. Reverse the
        payment, or say what you did.
      </p>
      <ul className="mt-3 grid gap-3">
        {rows.map((row) => (
          <Row key={row.id} {...props} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row, mayNotReverse, ...props }: Omit<Props, "rows"> & { row: TakenBackPayment }) {
  const { id, code, paymentId, kobo, paidAt, reference, day, account } = row;
  const { formKey, busy, mayNot, values } = props;
  const blank = { ...props, values: {}, errors: {} };
  const closing = fieldsOf(values["problemId"] === id ? props : blank, "taken-back-done");
  const reversing = fieldsOf(values["paymentId"] === paymentId ? props : blank, "reverse");
  return (
    <li className="border-l-8 border-stop bg-card p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold tabular-nums">
        <TextLink to={`/admin/bookings/${code}/money`}>{readableTrackingCode(code)}</TextLink>
        <Amount>{formatNaira(kobo)}</Amount>
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {`Went out on ${adminDayText(day)}${account ? ` from ${account}` : ""}. Recorded ${formatAdminDateTime(paidAt)}. Reference ${reference ?? "none"}.`}
      </p>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <Form method="post" noValidate aria-label={`Reverse the payment of ${code}`}>
          <IdempotencyKeyField value={formKey} />
          <input type="hidden" name="paymentId" value={paymentId} />
          <input type="hidden" name="code" value={code} />
          <PermittedFields name="Reverse" mayNot={mayNotReverse}>
            <Field label="Reason" {...reversing("reason", "The bank took the money back")} />
            <Button intent="reverse" variant="danger" busy={busy}>
              Reverse
            </Button>
          </PermittedFields>
        </Form>
        <Form method="post" noValidate aria-label={`Money taken back of ${code}`}>
          <IdempotencyKeyField value={formKey} />
          <input type="hidden" name="problemId" value={id} />
          <input type="hidden" name="code" value={code} />
          <PermittedFields name="What was done" mayNot={mayNot}>
            <Field label="What was done" {...closing("note")} />
            <Button intent="taken-back-done" variant="secondary" busy={busy}>
              Mark as dealt with
            </Button>
          </PermittedFields>
        </Form>
      </div>
    </li>
  );
}
