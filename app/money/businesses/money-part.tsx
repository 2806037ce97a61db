/** BUSINESS-6 to BUSINESS-8: forms for invoices and credit notes, and for payments of a business. */
import { BUSINESS_METHODS } from "../../domain/business.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { formatAdminDate } from "../../domain/dates.ts";
import { formatAmount, formatNaira } from "../../domain/money.ts";
import { PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import { Amount } from "../../ui/amount.tsx";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FigureList } from "../../ui/figures.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { SeenField } from "../../ui/seen-field.tsx";
import type { listOnlineProblems } from "./online-problems.server.ts";
import type { listReceived, ReadBusiness } from "./read-business.server.ts";

type Received = Awaited<ReturnType<typeof listReceived>>;
type Props = FormParts & {
  business: Pick<ReadBusiness, "usedKobo" | "openKobo" | "creditKobo">;
  received: Received;
  problems: Awaited<ReturnType<typeof listOnlineProblems>>;
};
const NEEDS = "invoiceBusinesses";
const HEAD = "mb-3 font-display text-xl font-bold";
const METHODS = BUSINESS_METHODS.filter((method) => method !== "online").map((value) => ({
  value: value as string,
  label: PAYMENT_METHOD_LABELS[value],
}));

export function MoneyPart(props: Props) {
  const { formKey, business, received } = props;
  const field = fieldsOf(props, "money");
  const figures = [
    { name: "Used on account", value: <Amount>{formatNaira(business.usedKobo)}</Amount> },
    { name: "Open invoices", value: <Amount>{formatNaira(business.openKobo)}</Amount> },
    { name: "Credit", value: <Amount>{formatNaira(business.creditKobo)}</Amount> },
  ];
  return (
    <div className="mt-10 grid gap-8 lg:grid-cols-2">
      <NamedSection id="write" title="Write an invoice" headClass={HEAD}>
        <FigureList figures={figures} />
        <StaffForm name="Invoice" needs={NEEDS} formKey={formKey} className="mt-4 grid gap-3">
          <p>
            It holds what was charged up to now and is on no invoice. Each month one is written by itself.
          </p>
          <div className="flex flex-wrap gap-3">
            <SendButton intent="invoice" busyLabel="Writing...">
              Write invoice
            </SendButton>
            <SendButton intent="credit" variant="secondary">
              Write credit note
            </SendButton>
          </div>
        </StaffForm>
      </NamedSection>
      <NamedSection id="money" title="Record a payment" headClass={HEAD}>
        <StaffForm name="Payment" needs={NEEDS} formKey={formKey}>
          <SeenField seen={received[0]?.id ?? 0} field={field} />
          <Field label="Amount (₦)" inputMode="decimal" {...field("amount")} />
          <SelectField label="How it was paid" options={METHODS} {...field("method", "transfer")} />
          <Field label="Reference" optional {...field("reference")} />
          <Field label="Note" optional {...field("note")} />
          <SendButton intent="money" busyLabel="Recording...">
            Record payment
          </SendButton>
        </StaffForm>
      </NamedSection>
      {props.problems.length > 0 && <Problems {...props} />}
      {received.length > 0 && <Payments {...props} received={received} />}
    </div>
  );
}

function Problems({ problems, ...props }: Props) {
  return (
    <NamedSection
      id="online-problems"
      title="Online payments that paid no invoice"
      headClass={HEAD}
      className="lg:col-span-2"
    >
      <p className="mb-3">
        They came in another currency. Pay them back at the provider, then say what you did.
      </p>
      <ul className="grid gap-3 lg:grid-cols-2">
        {problems.map(({ id, amount, currency, reference, at }) => (
          <li key={id} className="min-w-0 border-l-8 border-stop bg-card px-4 py-3">
            <p className="font-semibold">{formatAmount(amount ?? 0, currency ?? "")}</p>
            <p className="text-sm wrap-anywhere text-muted">
              {at && `${formatAdminDate(at)}, `}reference {reference}
            </p>
            <ProblemForm {...props} id={id} reference={reference} />
          </li>
        ))}
      </ul>
    </NamedSection>
  );
}

function ProblemForm({ id, reference, ...props }: FormParts & { id: string; reference: string }) {
  const { formKey, values } = props;
  const own = values["problemId"] === id ? props : { ...props, values: {} };
  return (
    <StaffForm
      name={`Online payment ${reference}`}
      needs={NEEDS}
      formKey={formKey}
      className="mt-3 grid gap-3"
    >
      <input type="hidden" name="problemId" value={id} />
      <Field label="What was done" {...fieldsOf(own, "problem-done")("note")} />
      <div>
        <SendButton
          intent="problem-done"
          variant="secondary"
          aria-label={`Mark as dealt with: reference ${reference}`}
        >
          Mark as dealt with
        </SendButton>
      </div>
    </StaffForm>
  );
}

function Payments(props: Props) {
  const { formKey, received } = props;
  return (
    <NamedSection id="received" title="Payments" headClass={HEAD} className="lg:col-span-2">
      <ul className="grid gap-3 lg:grid-cols-2">
        {received.map(({ id, at, kobo, method, reference, note, byName, reversed }) => (
          <li key={id} className="min-w-0 bg-card px-4 py-3">
            <p className="wrap-anywhere">
              <strong>{formatNaira(kobo)}</strong>, {method && PAYMENT_METHOD_LABELS[method]}
              {reference && `, ${reference}`}
            </p>
            <p className="text-sm text-muted">
              {formatAdminDate(at)}, {byName}
              {note && `: ${note}`}
            </p>
            {reversed ? (
              <p className="font-semibold">Reversed</p>
            ) : (
              <details>
                <summary
                  aria-label={`Reverse: ${formatNaira(kobo)}, ${formatAdminDate(at)}`}
                  className="min-h-11 cursor-pointer py-2 underline underline-offset-4"
                >
                  Reverse
                </summary>
                <StaffForm name={`Reverse ${formatNaira(kobo)}`} needs={NEEDS} formKey={formKey}>
                  <input type="hidden" name="entry" value={id} />
                  <p className="mb-3">
                    {method === "online"
                      ? "For money that you paid back at the provider. What it paid is open again."
                      : "For money that was recorded by mistake or sent back. What it paid is open again."}
                  </p>
                  <Field label="Why?" name="reason" />
                  <SendButton
                    intent="reverse"
                    variant="danger"
                    aria-label={`Reverse payment: ${formatNaira(kobo)}, ${formatAdminDate(at)}`}
                  >
                    Reverse payment
                  </SendButton>
                </StaffForm>
              </details>
            )}
          </li>
        ))}
      </ul>
    </NamedSection>
  );
}
