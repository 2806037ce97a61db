/** The button that records all matched lines of a statement, and the one that removes the statement. */
import { Form } from "react-router";
import { formatNaira } from "../domain/money.ts";
import { Button } from "../ui/button.tsx";
import { CheckboxField } from "../ui/field.tsx";
import { IdempotencyKeyField } from "../ui/form.tsx";
import { PermittedFields, PermittedForm, type PermittedFormProps } from "../ui/permitted-fields.tsx";
import type { BrokenCell } from "./statement-lines.ts";

const SHOWN = 20;

type Props = PermittedFormProps & {
  matched: { payments: number; kobo: number };
  plan: string;
  broken: readonly BrokenCell[];
};

export function RecordForm({ formKey, errors, busy, mayNot, matched, plan, broken }: Props) {
  const { payments, kobo } = matched;
  const what = `${payments} ${payments === 1 ? "payment" : "payments"}, ${formatNaira(kobo)}`;
  return (
    <Form method="post" noValidate className="mt-4 grid max-w-4xl gap-3" aria-label="Record">
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="plan" value={plan} />
      {broken.length > 0 && (
        <div className="border-l-8 border-stop bg-card px-4 py-3">
          <p className="font-semibold">
            {broken.length === 1 ? "One row cannot be read" : `${broken.length} rows cannot be read`}
          </p>
          <ul className="mt-1">
            {broken.slice(0, SHOWN).map(({ row, column, problem }) => (
              <li key={row} className="wrap-anywhere">
                {`Row ${row}, ${column}: ${problem}`}
              </li>
            ))}
          </ul>
          {broken.length > SHOWN && <p>{`And ${broken.length - SHOWN} more.`}</p>}
        </div>
      )}
      {payments === 0 ? (
        <p className="text-muted">No row is matched yet.</p>
      ) : (
        <PermittedFields name="Record" mayNot={mayNot}>
          {broken.length > 0 && (
            <CheckboxField label="Leave these rows out" name="leaveBroken" error={errors["leaveBroken"]} />
          )}
          <div>
            <Button type="submit" name="intent" value="record" busy={busy} busyLabel="Recording...">
              {`Record ${what}`}
            </Button>
          </div>
        </PermittedFields>
      )}
    </Form>
  );
}

export function RemoveForm({ formKey, busy, mayNot }: PermittedFormProps) {
  return (
    <PermittedForm name="Remove" formKey={formKey} mayNot={mayNot} className="mt-8">
      <div>
        <Button type="submit" name="intent" value="remove" variant="secondary" busy={busy}>
          Remove this statement
        </Button>
      </div>
    </PermittedForm>
  );
}
