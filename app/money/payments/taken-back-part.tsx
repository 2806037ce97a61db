/**
 * PAY-9: shows an outgoing transfer of a bank statement that seems to refund a payment. Staff reverse the payment or
 * close the problem.
 */
import { StaffFields } from "../../access/staff-form.tsx";
import { adminDayText, formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { Amount } from "../../ui/amount.tsx";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { KeyedForm } from "../../ui/form.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { TakenBackPayment } from "./payment-problems.server.ts";

type Props = FormParts & { rows: TakenBackPayment[] };

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

function Row({ row, ...props }: FormParts & { row: TakenBackPayment }) {
  const { id, code, paymentId, kobo, paidAt, reference, day, account } = row;
  const { formKey, values } = props;
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
        <KeyedForm formKey={formKey} aria-label={`Reverse the payment of ${code}`}>
          <input type="hidden" name="paymentId" value={paymentId} />
          <input type="hidden" name="code" value={code} />
          <StaffFields name="Reverse" needs="reversePayments">
            <Field label="Reason" {...reversing("reason", "The bank took the money back")} />
            <SendButton
              intent="reverse"
              variant="danger"
              aria-label={`Reverse: ${readableTrackingCode(code)}, ${formatNaira(kobo)}`}
            >
              Reverse
            </SendButton>
          </StaffFields>
        </KeyedForm>
        <KeyedForm formKey={formKey} aria-label={`Money taken back of ${code}`}>
          <input type="hidden" name="problemId" value={id} />
          <input type="hidden" name="code" value={code} />
          <StaffFields name="What was done" needs="recordPayments">
            <Field label="What was done" {...closing("note")} />
            <SendButton
              intent="taken-back-done"
              variant="secondary"
              aria-label={`Mark as dealt with: ${readableTrackingCode(code)}, ${formatNaira(kobo)}`}
            >
              Mark as dealt with
            </SendButton>
          </StaffFields>
        </KeyedForm>
      </div>
    </li>
  );
}
