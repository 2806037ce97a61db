/** BULK-4: the form that corrects rows. Each error shows its column, its value and what to do. */
import { Form, useNavigation } from "react-router";
import { DELIVERY_TYPES, DELIVERY_TYPE_LABELS, PACKAGE_TYPES } from "../../domain/booking.ts";
import { PAYS_BY_PARCEL, PAYS_DELIVERY_LABELS } from "../../domain/pays-delivery.ts";
import { isPickupField } from "../../domain/pickup-halves.ts";
import { stateLabel, STATES } from "../../domain/states.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField, Field, optionsOf, SelectField, type Option } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import type { BadRow } from "./check-batch.server.ts";
import type { RowError } from "./check-row.ts";

/** The form shows at most this many rows. A form of 500 rows would be too large. */
const AT_A_TIME = 50;

const SELECTS: Record<string, readonly Option[]> = {
  receiverState: [
    { value: "", label: "Choose a state" },
    ...STATES.map((name) => ({ value: name as string, label: stateLabel(name) })),
  ],
  deliveryType: DELIVERY_TYPES.map((value) => ({ value, label: DELIVERY_TYPE_LABELS[value].name })),
  packageType: optionsOf("Choose a package type", PACKAGE_TYPES),
  paysDelivery: PAYS_BY_PARCEL.map((value) => ({ value, label: PAYS_DELIVERY_LABELS[value] })),
};

export function BadRows({
  rows,
  formKey,
  headingRow,
}: {
  rows: readonly BadRow[];
  formKey: string;
  headingRow: number;
}) {
  const busy = useNavigation().formMethod === "POST";
  const shown = rows.slice(0, AT_A_TIME);
  return (
    <section aria-labelledby="bad" className="mt-8 max-w-3xl">
      <h2 id="bad" className="font-display text-xl font-bold text-stop">
        {rows.length === 1 ? "1 row has an error" : `${numberText(rows.length)} rows have errors`}
      </h2>
      <p>
        Rows are counted as your sheet counts them: the names of the columns are row {headingRow}. Correct
        them here, and they can be booked.
      </p>
      <Form method="post" noValidate preventScrollReset className="mt-4 grid gap-4">
        <IdempotencyKeyField value={formKey} />
        {shown.map((row) => (
          <Row key={row.row} row={row} />
        ))}
        {rows.length > shown.length && (
          <p>The next {numberText(rows.length - shown.length)} rows with errors come after these.</p>
        )}
        <div>
          <Button intent="correct" busy={busy} busyLabel="Checking..." variant="secondary">
            Check these rows again
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Row({ row: { row, name, errors, fields } }: { row: BadRow }) {
  return (
    <fieldset className="grid gap-3 bg-card px-4 py-3">
      <legend className="float-left font-display font-bold">
        Row {row}
        {name && `: ${name}`}
      </legend>
      {errors.map((error) => (
        <Correction key={error.field} error={error} row={row} fields={fields} />
      ))}
      <CheckboxField label={`Leave row ${row} out`} name={`r${row}.drop`} value="yes" />
    </fieldset>
  );
}

function Correction({
  error,
  row,
  fields,
}: {
  error: RowError;
  row: number;
  fields: Record<string, string>;
}) {
  const { field, column, value, cure } = error;
  const props = { label: column, name: `r${row}.${field}`, error: cure };
  if (field === "row")
    return (
      <>
        <p className="text-sm wrap-anywhere">{Object.values(fields).join(", ")}</p>
        <CheckboxField
          {...props}
          name={`r${row}.trust`}
          value="yes"
          label={`Row ${row} is right as it stands here`}
        />
      </>
    );
  if (isPickupField(field))
    return (
      <p className="text-stop">
        {column}: {cure} It is under ‘One pickup for all’.
      </p>
    );
  if (field === "receiverStateSure")
    return <CheckboxField {...props} value={value} label={`It is in ${stateLabel(value)}`} />;
  const options = SELECTS[field];
  const hint = value === "" ? "It is empty" : `It says: ${value}`;
  if (options) {
    const fits = options.some((option) => option.value === value);
    return (
      <SelectField
        {...props}
        options={
          fits ? options : [{ value: "", label: "Choose one" }, ...options.filter((one) => one.value !== "")]
        }
        defaultValue={fits ? value : ""}
        hint={hint}
      />
    );
  }
  return <Field {...props} defaultValue={value} hint={hint} autoComplete="off" />;
}
