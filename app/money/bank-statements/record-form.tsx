/** The button that records all matched lines of a statement, and the button that removes the statement. */
import { Form } from "react-router";
import { formatNaira } from "../../domain/money.ts";
import type { StatementSummary } from "../../domain/payment.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { PermittedFields, PermittedForm, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { fieldId } from "./statement-page-forms.ts";
import { nothingToRecord, paymentsText } from "./statement-words.ts";

type Props = PermittedFormProps & {
  matched: Pick<StatementSummary, "plan" | "payments" | "kobo" | "counts">;
};

export function RecordForm({ formKey, errors, busy, mayNot, matched }: Props) {
  const { plan, payments, kobo, counts } = matched;
  const { broken } = counts;
  const what = `${paymentsText(payments)}, ${formatNaira(kobo)}`;
  if (payments === 0) return <p className="mt-4 text-muted">{nothingToRecord(counts)}</p>;
  return (
    <Form method="post" noValidate className="mt-4 grid max-w-4xl gap-3" aria-label="Record">
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="plan" value={plan} />
      <PermittedFields name="Record" mayNot={mayNot}>
        {broken > 0 && (
          <CheckboxField
            id={fieldId("leaveUnread")}
            label={
              broken === 1
                ? "Record without the row that cannot be read"
                : `Record without the ${broken} rows that cannot be read`
            }
            name="leaveUnread"
            error={errors["leaveUnread"]}
          />
        )}
        <div>
          <Button intent="record" busy={busy} busyLabel="Recording...">
            {`Record ${what}`}
          </Button>
        </div>
      </PermittedFields>
    </Form>
  );
}

/** Tells that rows are being matched. The page refreshes itself; without JavaScript, a link refreshes it. */
export function MatchingPart({ here, ...form }: PermittedFormProps & { here: string }) {
  return (
    <div className="mt-4 max-w-4xl border-l-8 border-danfo bg-card px-4 py-3">
      <p role="status" className="font-semibold">
        We are matching the rows with bookings.
      </p>
      <p className="mt-1">
        They appear here in a moment. A long statement takes up to a minute.{" "}
        <TextLink to={here}>Look again</TextLink>
      </p>
      {!form.mayNot && <MatchAgain {...form} />}
    </div>
  );
}

/** Draws the button that matches all rows again, because prices and bookings may have changed meanwhile. */
export function MatchAgain({ formKey, busy, mayNot }: PermittedFormProps) {
  return (
    <PermittedForm name="Match again" formKey={formKey} mayNot={mayNot} className="mt-2">
      <div>
        <Button intent="match" variant="secondary" busy={busy}>
          Match again
        </Button>
      </div>
    </PermittedForm>
  );
}

export function RemoveForm({ formKey, busy, mayNot }: PermittedFormProps) {
  return (
    <PermittedForm name="Remove" formKey={formKey} mayNot={mayNot} className="mt-8">
      <div>
        <Button intent="remove" variant="secondary" busy={busy}>
          Remove this statement
        </Button>
      </div>
    </PermittedForm>
  );
}
