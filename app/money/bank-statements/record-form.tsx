/** The button that records all matched lines of a statement, and the button that removes the statement. */
import { StaffForm } from "../../access/staff-form.tsx";
import { useMay } from "../../access/use-may.ts";
import { formatNaira } from "../../domain/money.ts";
import type { StatementSummary } from "../../domain/payment.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { fieldId } from "./statement-page-forms.ts";
import { nothingToRecord, paymentsText } from "./statement-words.ts";

const NEEDS = "decideStatements";

type KeyProps = Pick<FormParts, "formKey">;
type Props = FormParts & {
  matched: Pick<StatementSummary, "plan" | "payments" | "kobo" | "counts">;
};

export function RecordForm({ formKey, errors, matched }: Props) {
  const { plan, payments, kobo, counts } = matched;
  const { broken } = counts;
  const what = `${paymentsText(payments)}, ${formatNaira(kobo)}`;
  if (payments === 0) return <p className="mt-4 text-muted">{nothingToRecord(counts)}</p>;
  return (
    <StaffForm name="Record" needs={NEEDS} formKey={formKey} className="mt-4 grid max-w-4xl gap-3">
      <input type="hidden" name="plan" value={plan} />
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
        <SendButton intent="record" busyLabel="Recording...">
          {`Record ${what}`}
        </SendButton>
      </div>
    </StaffForm>
  );
}

/** Says that rows are being matched. The page refreshes itself; without JavaScript, a link refreshes it. */
export function MatchingPart({ here, formKey }: KeyProps & { here: string }) {
  return (
    <div className="mt-4 max-w-4xl border-l-8 border-danfo bg-card px-4 py-3">
      <p role="status" className="font-semibold">
        We are matching the rows with bookings.
      </p>
      <p className="mt-1">
        They appear here in a moment. A long statement takes up to a minute.{" "}
        <TextLink to={here}>Look again</TextLink>
      </p>
      {useMay(NEEDS) && <MatchAgain formKey={formKey} />}
    </div>
  );
}

/** Draws the button that matches all rows again, because prices and bookings may have changed meanwhile. */
export function MatchAgain({ formKey }: KeyProps) {
  return (
    <StaffForm name="Match again" needs={NEEDS} formKey={formKey} className="mt-2">
      <div>
        <SendButton intent="match" variant="secondary">
          Match again
        </SendButton>
      </div>
    </StaffForm>
  );
}

export function RemoveForm({ formKey }: KeyProps) {
  return (
    <StaffForm name="Remove" needs={NEEDS} formKey={formKey} className="mt-8">
      <div>
        <SendButton intent="remove" variant="secondary">
          Remove this statement
        </SendButton>
      </div>
    </StaffForm>
  );
}
