/** PAY-6: a sender's open transfer notice, and staff's forms that confirm or reject the notice. */
import { useMay, useMayNot } from "../../access/use-may.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { adminDayText, formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { KeyedForm } from "../../ui/form.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { MayNotText } from "../../ui/permitted-fields.tsx";
import { Amount } from "../../ui/amount.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { AmountField } from "./money-forms.tsx";

type ShownNotice = {
  id: string;
  code: string;
  kobo: number;
  paidOn: string;
  reference: string | null;
  createdAt: Date;
};

type Props = FormParts & { notice: ShownNotice; sender?: string; left: number };

export function NoticeResponse(props: Props) {
  const { notice, sender, left, values } = props;
  const { id, code, kobo, paidOn, reference, createdAt } = notice;
  const own = values["noticeId"] === id ? props : { ...props, values: {} };
  const confirm = fieldsOf(own, "confirm");
  const bank = confirm("reference");
  const about = `${formatNaira(kobo)}, ${readableTrackingCode(code)}`;
  return (
    <div className="bg-card p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold tabular-nums">
        {sender === undefined ? (
          <span>The sender says they paid by transfer</span>
        ) : (
          <TextLink to={`/admin/bookings/${code}/money`}>{readableTrackingCode(code)}</TextLink>
        )}
        <Amount>{formatNaira(kobo)}</Amount>
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {sender && `${sender}. `}
        Paid on {adminDayText(paidOn)}
        {reference && `, reference ${reference}`}. Told us {formatAdminDateTime(createdAt)}.{" "}
        {`${formatNaira(left)} left to pay.`}
      </p>
      <Answer {...own} notice={notice} name="Confirm">
        <div className="grid gap-3 sm:grid-cols-2">
          <AmountField left={Math.min(kobo, left)} {...confirm("amount")} />
          <Field
            label="Reference"
            hint="As on the bank’s statement"
            {...bank}
            defaultValue={bank.defaultValue ?? reference ?? ""}
          />
        </div>
        <SendButton intent="confirm" aria-label={`Record payment: ${about}`}>
          Record payment
        </SendButton>
      </Answer>
      <details className="mt-1" open={own.values["intent"] === "not-found"}>
        <summary
          aria-label={`Not found: ${about}`}
          className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4"
        >
          Not found
        </summary>
        <Answer {...own} notice={notice} name="Not found">
          <Field label="Reason" hint="The sender reads this" {...fieldsOf(own, "not-found")("reason")} />
          <SendButton
            intent="not-found"
            variant="danger"
            aria-label={`Tell the sender that it was not found: ${about}`}
          >
            Tell the sender that it was not found
          </SendButton>
        </Answer>
      </details>
      <MayNotText mayNot={useMayNot("recordPayments")} />
    </div>
  );
}

function Answer(props: Props & { name: string; children: React.ReactNode }) {
  const { notice, formKey, name, children } = props;
  return (
    <KeyedForm
      formKey={formKey}
      action="/admin/payments"
      className="mt-2"
      aria-label={`${name} ${notice.code}`}
    >
      <input type="hidden" name="noticeId" value={notice.id} />
      <input type="hidden" name="code" value={notice.code} />
      <fieldset disabled={!useMay("recordPayments")} className="grid gap-3">
        <legend className="sr-only">{name}</legend>
        {children}
      </fieldset>
    </KeyedForm>
  );
}
