/** ONLINE-3: an online payment that does not match the amount owed, and the form that records the solution. */
import { StaffFields } from "../../access/staff-form.tsx";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { formatAmount, formatNaira } from "../../domain/money.ts";
import type { OnlineProblem } from "../../domain/payment.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { KeyedForm } from "../../ui/form.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Amount } from "../../ui/amount.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import type { PaymentProblem } from "./payment-problems.server.ts";

const WHAT: Record<OnlineProblem, string> = {
  wrong_amount: "We asked for another amount",
  wrong_currency: "The money came in another currency",
  not_owed: "The sender owed less when the money came",
  goes_back: "The receiver paid, and the parcel does not come to them",
};
const NOT_OWED_AT_DOOR = "Less was to be paid at the door when the receiver's money came";

export function PaymentProblems({ problems, ...props }: FormParts & { problems: PaymentProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <section className="mt-4 max-w-4xl">
      <h2 className="font-display text-xl font-bold">Online payments that do not match</h2>
      <p className="mt-1 text-muted">
        Pay the money back at the provider. What is not recorded yet you can also record on the booking as a
        bank transfer with this reference. Then say what you did.
      </p>
      <ul className="mt-3 grid gap-3">
        {problems.map((one) => (
          <Problem key={one.id} {...props} one={one} />
        ))}
      </ul>
    </section>
  );
}

function Problem({ one, ...props }: FormParts & { one: PaymentProblem }) {
  const { id, code, reference, kobo, pays, problem, receivedAmount, receivedCurrency, createdAt } = one;
  const { formKey, values } = props;
  const own = values["problemId"] === id ? props : { ...props, values: {} };
  return (
    <li className="border-l-8 border-stop bg-card p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold tabular-nums">
        <TextLink to={`/admin/bookings/${code}/money`}>{readableTrackingCode(code)}</TextLink>
        <span>{formatAmount(receivedAmount ?? 0, receivedCurrency ?? "NGN")}</span>
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {problem && (pays === "door" && problem === "not_owed" ? NOT_OWED_AT_DOOR : WHAT[problem])}. Asked
        for: <Amount>{formatNaira(kobo)}</Amount>, {formatAdminDateTime(createdAt)}. Reference {reference}.
      </p>
      <KeyedForm formKey={formKey} className="mt-2" aria-label={`Payment problem of ${code}`}>
        <input type="hidden" name="problemId" value={id} />
        <input type="hidden" name="code" value={code} />
        <StaffFields name="What was done" needs="recordPayments">
          <Field label="What was done" {...fieldsOf(own, "problem-done")("note")} />
          <SendButton
            intent="problem-done"
            variant="secondary"
            aria-label={`Mark as dealt with: reference ${reference}`}
          >
            Mark as dealt with
          </SendButton>
        </StaffFields>
      </KeyedForm>
    </li>
  );
}
