/** BUSINESS-6 to BUSINESS-8: forms for invoices and credit notes, and for payments of a business. */
import { BUSINESS_METHODS } from "../../domain/business.ts";
import { formatAdminDate } from "../../domain/dates.ts";
import { formatAmount, formatNaira } from "../../domain/money.ts";
import { PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import { Amount } from "../../ui/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FigureList } from "../../ui/figures.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { SeenField } from "../../ui/seen-field.tsx";
import { PermittedForm, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import type { listOnlineProblems } from "./online-problems.server.ts";
import type { listReceived, ReadBusiness } from "./read-business.server.ts";

type Received = Awaited<ReturnType<typeof listReceived>>;
type Props = PermittedFormProps & {
  business: Pick<ReadBusiness, "usedKobo" | "openKobo" | "creditKobo">;
  received: Received;
  problems: Awaited<ReturnType<typeof listOnlineProblems>>;
};
const HEAD = "mb-3 font-display text-xl font-bold";
const METHODS = BUSINESS_METHODS.filter((method) => method !== "online").map((value) => ({
  value: value as string,
  label: PAYMENT_METHOD_LABELS[value],
}));

export function MoneyPart(props: Props) {
  const { formKey, busy, mayNot, business, received } = props;
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
        <PermittedForm name="Invoice" formKey={formKey} mayNot={mayNot} className="mt-4 grid gap-3">
          <p>
            It holds what was charged up to now and is on no invoice. Each month one is written by itself.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button intent="invoice" busy={busy} busyLabel="Writing...">
              Write invoice
            </Button>
            <Button intent="credit" variant="secondary" busy={busy}>
              Write credit note
            </Button>
          </div>
        </PermittedForm>
      </NamedSection>
      <NamedSection id="money" title="Record a payment" headClass={HEAD}>
        <PermittedForm name="Payment" formKey={formKey} mayNot={mayNot}>
          <SeenField seen={received[0]?.id ?? 0} field={field} />
          <Field label="Amount (₦)" inputMode="decimal" {...field("amount")} />
          <SelectField label="How it was paid" options={METHODS} {...field("method", "transfer")} />
          <Field label="Reference" optional {...field("reference")} />
          <Field label="Note" optional {...field("note")} />
          <Button intent="money" busy={busy} busyLabel="Recording...">
            Record payment
          </Button>
        </PermittedForm>
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

function ProblemForm({ id, reference, ...props }: PermittedFormProps & { id: string; reference: string }) {
  const { formKey, busy, mayNot, values } = props;
  const own = values["problemId"] === id ? props : { ...props, values: {} };
  return (
    <PermittedForm
      name={`Online payment ${reference}`}
      formKey={formKey}
      mayNot={mayNot}
      className="mt-3 grid gap-3"
    >
      <input type="hidden" name="problemId" value={id} />
      <Field label="What was done" {...fieldsOf(own, "problem-done")("note")} />
      <div>
        <Button intent="problem-done" variant="secondary" busy={busy}>
          Mark as dealt with
        </Button>
      </div>
    </PermittedForm>
  );
}

function Payments(props: Props) {
  const { formKey, busy, mayNot, received } = props;
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
                <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">
                  Reverse
                </summary>
                <PermittedForm name={`Reverse ${formatNaira(kobo)}`} formKey={formKey} mayNot={mayNot}>
                  <input type="hidden" name="entry" value={id} />
                  <p className="mb-3">
                    {method === "online"
                      ? "For money that you paid back at the provider. What it paid is open again."
                      : "For money that was recorded by mistake or sent back. What it paid is open again."}
                  </p>
                  <Field label="Why?" name="reason" />
                  <Button intent="reverse" variant="danger" busy={busy}>
                    Reverse payment
                  </Button>
                </PermittedForm>
              </details>
            )}
          </li>
        ))}
      </ul>
    </NamedSection>
  );
}
